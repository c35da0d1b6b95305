// Catalog and prices: the versions of the operator's data, the shared draft, and its changes.

import { Alert, Button, FileButton, Group, List, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert, Download, Upload } from 'lucide-react'
import type { ReactNode } from 'react'
import { ApiProblem, api } from '../../../api.ts'
import { FormError } from '../../../components/feedback/FormError.tsx'
import { FailedPage } from '../../../components/layout/LoadState.tsx'
import { PageFrame, PageSkeleton } from '../../../components/layout/Page.tsx'
import { number, RelativeTime } from '../../../components/layout/Values.tsx'
import { rich, t } from '../../../language.ts'
import { useFilters, useTab } from '../../../shell/frame/mode.ts'
import { ChosenTab } from '../../../shell/frame/ScreenTabs.tsx'
import { BookSpreadsheet } from './BookSpreadsheet.tsx'
import { Books } from './Books.tsx'
import { BrandData } from './BrandData.tsx'
import type { Draft } from './content.ts'
import { type DraftEditor, draftKey, editingOf, useDraftEditor } from './draftEditor.ts'
import { Editable, EditingProvider } from './Fields.tsx'
import { saveAsFile } from './files.ts'
import { Guide, useGuide } from './Guide.tsx'
import { HolidayData } from './HolidayData.tsx'
import classes from './OperatorData.module.css'
import { PriceListData } from './PriceListData.tsx'
import { Mistakes, Review } from './Review.tsx'
import { ShippingData } from './ShippingData.tsx'
import { Start } from './Start.tsx'
import { shownMistakes } from './shownMistakes.ts'
import { TaxData } from './TaxData.tsx'
import { TextData } from './TextData.tsx'
import { Versions } from './Versions.tsx'

const editors = ['books', 'price-lists', 'shipping', 'taxes', 'holidays', 'brand', 'texts'] as const

export function Page() {
  const draft = useQuery({
    queryKey: draftKey,
    queryFn: () => api.GET('/staff/operator-data/draft'),
    // Input is compared with the revision on which it began.
    refetchOnWindowFocus: false,
  })
  if (draft.isPending) return <PageSkeleton />
  if (draft.data === undefined) return <FailedPage title={t('Catalog and prices')} of={draft} />
  return <Editor draft={draft.data} />
}

function Editor({ draft }: { draft: Draft }) {
  const [tab, setTab] = useTab(['versions', ...editors, 'review'])
  const [filters, setFilters] = useFilters()
  const editor = useDraftEditor(draft)
  const { unsaved, hasDraft, fileError, mayEdit } = editor
  const version = filters.version === undefined ? null : Number(filters.version)
  const guide = useGuide(editor)
  const isEditing = (editors as readonly string[]).includes(tab)
  const mistakes = unsaved === null ? shownMistakes(draft, draft.content) : []
  if (guide !== null)
    return (
      <Guide editor={editor} guide={guide}>
        <SaveFailure editor={editor} />
      </Guide>
    )
  return (
    <PageFrame
      title={t('Catalog and prices')}
      about={t('What you sell, how it is priced, shipped and taxed, and under which name.')}
      actions={tab === 'versions' ? <FileActions editor={editor} /> : undefined}
    >
      {fileError === null ? null : (
        <Alert color="red" icon={<CircleAlert size={18} />} role="alert" mb="md">
          {fileError}
        </Alert>
      )}
      {draft.basedOn === draft.newest || !mayEdit ? null : <NewerVersion editor={editor} />}
      <SaveFailure editor={editor} />
      <ChosenTab
        tabs={[
          {
            tab: 'versions',
            name: t('Versions'),
            content: <PublishedVersions editor={editor} openBooks={() => setTab('books')} />,
          },
          ...dataTabs(editor),
          {
            tab: 'review',
            name: t('Review and publish'),
            content:
              unsaved === null || version !== null ? (
                <Review draft={draft} version={version} />
              ) : (
                <Text>{t('Save the draft to see what it would change.')}</Text>
              ),
          },
        ]}
        chosen={tab}
        choose={chosen => {
          setFilters({ version: '', book: '', part: '' })
          setTab(chosen)
        }}
      >
        {isEditing && mistakes.length > 0 ? <Mistakes draft={draft} /> : null}
      </ChosenTab>
      {hasDraft ? <DraftBar editor={editor} /> : null}
    </PageFrame>
  )
}

type EditorProps = { editor: DraftEditor }

/** All data as a file, beside the versions: each of the other tabs is a part of the data. */
const FileActions = ({ editor: { current, mayEdit, importFiles } }: EditorProps) => (
  <>
    <Button
      variant="default"
      leftSection={<Download size={15} />}
      onClick={() => saveAsFile('operator-data-draft.json', current.content)}
    >
      {t('Export')}
    </Button>
    {mayEdit ? (
      <FileButton multiple accept="application/json,.json" onChange={importFiles}>
        {props => (
          <Button variant="default" leftSection={<Upload size={15} />} {...props}>
            {t('Import')}
          </Button>
        )}
      </FileButton>
    ) : null}
  </>
)

/** Somebody published a version while this draft was edited. */
const NewerVersion = ({ editor: { draft, current, save } }: EditorProps) => (
  <Alert color="orange" icon={<CircleAlert size={18} />} mb="md" title={t('A newer version exists')}>
    <Text size="sm" mb="xs">
      {t(
        'Version {newest} was published after this draft was begun with version {begun}. Check the review, which compares the draft with the version in effect. Publishing the draft replaces that version.',
        { newest: draft.newest, begun: draft.basedOn },
      )}
    </Text>
    <Button
      size="xs"
      variant="default"
      loading={save.isPending}
      onClick={() =>
        save.mutate({
          body: { revision: current.revision, basedOn: draft.newest, content: current.content },
        })
      }
    >
      {t('Keep the draft')}
    </Button>
  </Alert>
)

function SaveFailure({ editor: { unsaved, setUnsaved, save, discard, reload } }: EditorProps) {
  if (!isConflict(save.error) || unsaved === null) return <FormError error={save.error ?? discard.error} mb="md" />
  return (
    <Conflict
      error={save.error}
      takeTheirs={async () => {
        setUnsaved(null)
        save.reset()
        await reload()
      }}
      takeMine={async () => {
        const { revision, basedOn } = await api.GET('/staff/operator-data/draft')
        save.mutate({ body: { revision, basedOn, content: unsaved.content } })
      }}
    />
  )
}

/** Whether there are unsaved changes, and the acts on the draft: at the bottom of the window, however long the form. */
const DraftBar = ({ editor }: EditorProps) => {
  const { draft, unsaved, isKept, mayEdit, save, saveCurrent, discard, askDiscard } = editor
  return (
    <Group justify="space-between" gap="xs" className={classes.draftBar}>
      <Text size="sm" c="dimmed">
        {unsaved === null ? (
          rich('Draft, saved by {name} {time}', {
            name: draft.savedBy ?? '–',
            time: <RelativeTime at={String(draft.savedAt)} />,
          })
        ) : (
          <>
            {t('Unsaved changes. New orders keep using the version in effect.')}{' '}
            {isKept ? null : t('They are too large to survive a reload of this page: save the draft.')}
          </>
        )}
      </Text>
      <Group gap="xs" display={mayEdit ? undefined : 'none'}>
        <Button variant="subtle" color="red" size="xs" loading={discard.isPending} onClick={askDiscard}>
          {t('Discard draft')}
        </Button>
        <Button
          size="xs"
          // Takes the click that leaves a cell of a grid, which writes its text.
          data-disabled={unsaved === null || undefined}
          aria-disabled={unsaved === null}
          loading={save.isPending}
          onClick={() => unsaved !== null && saveCurrent()}
        >
          {t('Save draft')}
        </Button>
      </Group>
    </Group>
  )
}

function PublishedVersions({ editor, openBooks }: EditorProps & { openBooks: () => void }) {
  const { draft, hasDraft, mayEdit, edit, importFiles } = editor
  if (draft.newest > 0) return <Versions />
  if (hasDraft)
    return <Text>{t('Nothing is published yet. Complete the draft, then publish it under Review and publish.')}</Text>
  if (!mayEdit) return <Text>{t('Nothing is published yet.')}</Text>
  return (
    <Start
      begin={content => {
        edit(content)
        openBooks()
      }}
      beginEmpty={openBooks}
      importFiles={importFiles}
    />
  )
}

const editable = (fields: ReactNode) => <Editable>{fields}</Editable>

/** The parts of the data, each with its tab. */
function dataTabs(editor: DraftEditor) {
  const { draft, unsaved, replaced, mayEdit, reload } = editor
  const editing = editingOf(editor)
  const tabOf = (tab: (typeof editors)[number], name: string, fields: ReactNode) => ({
    ...{ tab, name },
    content: (
      <EditingProvider key={replaced} value={editing}>
        {fields}
      </EditingProvider>
    ),
  })
  const spreadsheet = <BookSpreadsheet draft={draft} isUnsaved={unsaved !== null} mayEdit={mayEdit} imported={reload} />
  return [
    tabOf('books', t('Books'), <Books spreadsheet={spreadsheet} />),
    tabOf('price-lists', t('Price lists'), <PriceListData />),
    tabOf('shipping', t('Shipping'), <ShippingData />),
    tabOf('taxes', t('Taxes'), editable(<TaxData />)),
    tabOf('holidays', t('Holidays'), editable(<HolidayData />)),
    tabOf('brand', t('Brand'), editable(<BrandData />)),
    tabOf('texts', t('Texts'), editable(<TextData />)),
  ]
}

const isConflict = (error: unknown): error is ApiProblem =>
  error instanceof ApiProblem && error.code === 'draft_changed'

type ConflictProps = { error: ApiProblem; takeTheirs: () => void; takeMine: () => void }

const Conflict = ({ error, takeTheirs, takeMine }: ConflictProps) => (
  <Alert
    color="orange"
    icon={<CircleAlert size={18} />}
    role="alert"
    title={t('Somebody else changed the draft')}
    mb="md"
  >
    <Text size="sm">
      {error.message} {t('Your changes are still here.')}
    </Text>
    <List size="sm" my="xs">
      {error.errors.slice(0, 20).map(({ pointer, detail }) => (
        <List.Item key={pointer}>
          <span className="wrap">{detail}</span>
        </List.Item>
      ))}
    </List>
    {error.errors.length > 20 ? (
      <Text size="sm">{t('and {count} more', { count: number(error.errors.length - 20) })}</Text>
    ) : null}
    <Group gap="xs" mt="xs">
      <Button size="xs" variant="default" onClick={takeTheirs}>
        {t('Use the stored draft')}
      </Button>
      <Button size="xs" variant="default" onClick={takeMine}>
        {t('Replace it with mine')}
      </Button>
    </Group>
  </Alert>
)
