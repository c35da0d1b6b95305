// The books as a spreadsheet: downloaded from the saved draft, and imported into it after a comparison.

import { Alert, Button, Checkbox, Group, Menu, Modal, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { BookOpen, CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { api, fileBody, type ResponseBody } from '../../../api.ts'
import { Failure } from '../../../components/feedback/Failure.tsx'
import { FormError } from '../../../components/feedback/FormError.tsx'
import { showToast } from '../../../components/feedback/toast.ts'
import { useReturnFocus } from '../../../components/forms/opener.ts'
import { EmptyState } from '../../../components/layout/EmptyState.tsx'
import type { Column } from '../../../components/layout/List.tsx'
import { LongList } from '../../../components/layout/LongList.tsx'
import { Muted, number } from '../../../components/layout/Values.tsx'
import { SpreadsheetMenu } from '../../../components/staff/SpreadsheetMenu.tsx'
import { language, t } from '../../../language.ts'
import { useAction } from '../../../shell/frame/action.ts'
import type { Draft } from './content.ts'

type Import = ResponseBody<'/staff/operator-data/books/import', 'post'>

/** As the spreadsheet programs of the reader's country write CSV. */
const decimals = language === 'en' ? 'point' : 'comma'
const books = '/staff/operator-data/books'

type Props = {
  draft: Draft
  /** The import compares with the saved draft. */
  isUnsaved: boolean
  mayEdit: boolean
  /** The draft was changed by an import. */
  imported: () => Promise<unknown>
}

export function BookSpreadsheet({ draft, isUnsaved, mayEdit, imported }: Props) {
  const [file, setFile] = useState<File | null>(null)
  return (
    <>
      <SpreadsheetMenu choose={mayEdit ? setFile : null} blockedBy={isUnsaved ? t('Save the draft first.') : null}>
        <Menu.Item component="a" href={`${books}?format=xlsx`} download>
          {t('Download (.xlsx)')}
        </Menu.Item>
        <Menu.Item component="a" href={`${books}?format=csv&decimals=${decimals}`} download>
          {t('Download (CSV)')}
        </Menu.Item>
        <Menu.Item component="a" href={`${books}/template?format=xlsx`} download>
          {t('Template (.xlsx)')}
        </Menu.Item>
      </SpreadsheetMenu>
      {file === null ? null : (
        <ImportBooks file={file} revision={draft.revision} imported={imported} close={() => setFile(null)} />
      )}
    </>
  )
}

/** In the place of a list without rows. */
export const NoBooks = () => (
  <EmptyState icon={BookOpen} title={t('No books yet')}>
    {t(
      'Begin with a book of the sample, or import a spreadsheet: its template explains each column and has an example.',
    )}
  </EmptyState>
)

type ImportProps = { file: File; revision: number; imported: () => Promise<unknown>; close: () => void }

function ImportBooks({ file, revision, imported, close }: ImportProps) {
  const [retires, setRetires] = useState(false)
  const missing = retires ? 'retire' : 'keep'
  const send = (save: boolean) =>
    api.POST('/staff/operator-data/books/import', {
      params: { query: { revision, save, missing } },
      headers: { 'content-type': 'application/octet-stream' },
      ...fileBody(file),
    })
  useReturnFocus()
  const compared = useQuery({
    queryKey: ['staff', 'operator-data', 'import', file.name, file.lastModified, revision, missing],
    queryFn: () => send(false),
    // The file may be another one under the same name.
    gcTime: 0,
    placeholderData: before => before,
    retry: false,
    refetchOnWindowFocus: false,
  })
  const queries = useQueryClient()
  const save = useAction({
    mutationFn: () => send(true),
    async onSuccess() {
      showToast(t('Books imported into the draft'))
      await imported()
      await queries.invalidateQueries({ queryKey: ['staff', 'operator-data', 'difference'] })
      close()
    },
  })
  const { data } = compared
  return (
    <Modal opened onClose={close} size="xl" title={t('Import {file}', { file: file.name })}>
      {data === undefined ? (
        compared.isPending ? (
          <Skeleton height={160} role="status" aria-label={t('Comparing with the draft')} />
        ) : (
          <Failure error={compared.error} retry={() => compared.refetch()} />
        )
      ) : data.mistakeCount > 0 ? (
        <Mistakes {...data} />
      ) : (
        <Stack gap="md">
          <FormError error={save.error} />
          <Text>{summaryOf(data)}</Text>
          {data.missing > 0 ? (
            <Checkbox
              checked={retires}
              onChange={event => setRetires(event.currentTarget.checked)}
              label={t(
                '{count, plural, one {Retire # book that is not in the file} other {Retire # books that are not in the file}}',
                { count: data.missing },
              )}
              description={t('Otherwise they stay as they are.')}
            />
          ) : null}
          {data.differences === 0 ? (
            <Muted>{t('The draft has the same values. There is nothing to import.')}</Muted>
          ) : (
            <Differences {...data} />
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {t('Cancel')}
            </Button>
            <Button
              disabled={data.differences === 0 || compared.isPlaceholderData}
              loading={save.isPending}
              onClick={() => save.mutate()}
            >
              {t('Save in the draft')}
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  )
}

const summaryOf = ({ added, changed, unchanged }: Import): string =>
  t('New books: {added}. Changed books: {changed}. Unchanged books: {unchanged}.', {
    added: number(added),
    changed: number(changed),
    unchanged: number(unchanged),
  })

const differenceColumns: Column<Import['changes'][number]>[] = [
  { title: t('Book'), cell: ({ subject }) => subject ?? '' },
  { title: t('Value'), cell: ({ field }) => field },
  { title: t('Draft'), cell: ({ before }) => <span className="wrap">{before ?? '–'}</span> },
  { title: t('File'), cell: ({ after }) => <span className="wrap">{after ?? '–'}</span> },
]

const Differences = ({ changes, differences }: Import) => (
  <div>
    <LongList
      label={t('What the file changes')}
      rows={changes}
      columns={differenceColumns}
      keyOf={({ path }) => path}
      textOf={({ subject, field }) => `${subject} ${field}`}
    />
    {differences > changes.length ? (
      <Muted>
        {t('These are the first {count} of {all} values.', { count: number(changes.length), all: number(differences) })}
      </Muted>
    ) : null}
  </div>
)

const mistakeColumns: Column<Import['mistakes'][number]>[] = [
  { title: t('Row'), cell: ({ row }) => number(row) },
  { title: t('Column'), cell: ({ column }) => column },
  { title: t('Found'), cell: ({ got }) => <span className="wrap">{got}</span> },
  { title: t('Expected'), cell: ({ expected }) => <span className="wrap">{expected}</span> },
]

const Mistakes = ({ mistakes, mistakeCount }: Import) => (
  <>
    <Alert
      color="red"
      icon={<CircleAlert size={18} />}
      role="alert"
      mb="md"
      title={t('{count, plural, one {The file has # mistake} other {The file has # mistakes}}', {
        count: mistakeCount,
      })}
    >
      {t('Nothing was imported. Correct the file and import it again.')}
    </Alert>
    <LongList
      label={t('Mistakes of the file')}
      rows={mistakes}
      columns={mistakeColumns}
      keyOf={({ row, column }) => `${row} ${column}`}
      textOf={({ row, column, got }) => `${row} ${column} ${got}`}
    />
    {mistakeCount > mistakes.length ? (
      <Muted>
        {t('These are the first {count} of {all} mistakes.', {
          count: number(mistakes.length),
          all: number(mistakeCount),
        })}
      </Muted>
    ) : null}
  </>
)
