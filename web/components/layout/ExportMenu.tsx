// Downloads what a list or a report shows.

import { Button, Menu } from '@mantine/core'
import { Download } from 'lucide-react'
import { t } from '../../language.ts'

const formats = ['csv', 'json'] as const
type ExportFormat = (typeof formats)[number]

/** The export of a list that is shown with these filters. */
export const exportUrl = (list: string, query: Record<string, string>, format: ExportFormat) =>
  `${list}/export?${new URLSearchParams({ ...query, format })}`

export const ExportMenu = ({ urlOf }: { urlOf: (format: ExportFormat) => string }) => (
  <Menu position="bottom-end">
    <Menu.Target>
      <Button variant="default" size="xs" leftSection={<Download size={14} />}>
        {t('Export')}
      </Button>
    </Menu.Target>
    <Menu.Dropdown>
      {formats.map(format => (
        <Menu.Item key={format} component="a" href={urlOf(format)} download>
          {format.toUpperCase()}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  </Menu>
)
