// Before the first version: nothing is sold, and a draft begins from the sample, from files, or empty.

import { Button, FileButton, Group } from '@mantine/core'
import { BookOpen, FilePlus2, FileSpreadsheet, LibraryBig, Upload } from 'lucide-react'
import { api } from '../../../api.ts'
import { EmptyState } from '../../../components/layout/EmptyState.tsx'
import { t } from '../../../language.ts'
import { useAction } from '../../../shell/frame/action.ts'
import type { Content } from './content.ts'

type Props = { begin: (content: Content) => void; beginEmpty: () => void; importFiles: (files: File[]) => void }

export function Start({ begin, beginEmpty, importFiles }: Props) {
  const sample = useAction({
    mutationFn: () => api.GET('/staff/operator-data/sample'),
    onSuccess: begin,
    failed: t('The sample was not loaded'),
  })
  return (
    <EmptyState
      icon={BookOpen}
      title={t('You sell nothing yet')}
      action={
        <Group justify="center" gap="xs">
          <Button leftSection={<LibraryBig size={15} />} loading={sample.isPending} onClick={() => sample.mutate()}>
            {t('Start from the sample')}
          </Button>
          <FileButton multiple accept="application/json,.json" onChange={importFiles}>
            {props => (
              <Button variant="default" leftSection={<Upload size={15} />} {...props}>
                {t('Import files')}
              </Button>
            )}
          </FileButton>
          <Button variant="default" leftSection={<FileSpreadsheet size={15} />} onClick={beginEmpty}>
            {t('Start from a spreadsheet')}
          </Button>
          <Button variant="default" leftSection={<FilePlus2 size={15} />} onClick={beginEmpty}>
            {t('Start empty')}
          </Button>
        </Group>
      }
    >
      {t(
        'Orders are refused until you publish books and prices. The sample has plausible books, shipping rates and taxes to change into yours. Its prices and address are not yours.',
      )}
    </EmptyState>
  )
}
