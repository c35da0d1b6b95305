// Downloads what a list or a report shows.

import { Button } from '@mantine/core'
import { FileJson, FileSpreadsheet } from 'lucide-react'
import { t } from '../../language.ts'

const icons = { csv: FileSpreadsheet, json: FileJson }
type ExportFormat = keyof typeof icons

/** The export of a list that is shown with these filters. */
export const exportUrl = (list: string, query: Record<string, string>, format: ExportFormat) =>
  `${list}/export?${new URLSearchParams({ ...query, format })}`

export const ExportButtons = ({ urlOf }: { urlOf: (format: ExportFormat) => string }) =>
  (['csv', 'json'] as const).map(format => {
    const Icon = icons[format]
    return (
      <Button
        key={format}
        component="a"
        href={urlOf(format)}
        download
        variant="default"
        size="xs"
        leftSection={<Icon size={14} />}
      >
        {t('Export {format}', { format: format.toUpperCase() })}
      </Button>
    )
  })
