// The way of an owner from the sample to the first version: one idea a screen. Each step is saved, and may be skipped.

import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api } from '../../../api.ts'
import { LinkButton } from '../../../components/layout/AppLink.tsx'
import { LoadState } from '../../../components/layout/LoadState.tsx'
import { PageFrame } from '../../../components/layout/Page.tsx'
import { Section } from '../../../components/layout/Section.tsx'
import { t } from '../../../language.ts'
import { useFilters } from '../../../shell/frame/mode.ts'
import { BookDrawing } from './BookDrawing.tsx'
import classes from './BookEditor.module.css'
import { BookFields } from './BookFields.tsx'
import { PriceCurve } from './BookPrices.tsx'
import { NoBooks } from './BookSpreadsheet.tsx'
import { BrandData } from './BrandData.tsx'
import { type Book, booksOf, type Draft, type Path } from './content.ts'
import { copyOf } from './copyOf.ts'
import { type DraftEditor, editingOf } from './draftEditor.ts'
import { Editable, EditingProvider, useEditing } from './Fields.tsx'
import { bookPaths, isBelow } from './guideMistakes.ts'
import { OpenRow } from './OpenRow.tsx'
import bar from './OperatorData.module.css'
import { PriceGrid } from './PriceGrid.tsx'
import { Mistakes, Review } from './Review.tsx'
import { ShipFrom } from './ShippingData.tsx'
import { shownMistakes } from './shownMistakes.ts'

type Part = Draft['mistakes'][number]['part']

type Step = {
  step: string
  title: string
  about: string
  /** The part of the draft that the step is about; null for all of it. */
  part: Part
  /** The paths of its fields, whose mistakes keep the owner at this step. */
  pathsOf: (guide: Guide, draft: Draft) => Path[]
  Fields: (props: { guide: Guide; draft: Draft }) => ReactNode
}

type Guide = {
  index: number
  /** The place of the owner's book among all books; null until they have one. */
  book: number | null
  open: (step: string | undefined, book?: number | null) => void
}

/** Null on the other screens of the editor. */
export function useGuide({ current: { content } }: DraftEditor): Guide | null {
  const [{ guide, book }, setFilters] = useFilters()
  const index = steps.findIndex(({ step }) => step === guide)
  if (index < 0) return null
  const own = book === undefined || booksOf(content)[Number(book)] === undefined ? null : Number(book)
  return {
    index,
    book: own,
    open: (step, chosen = own) =>
      setFilters({ guide: step, book: chosen === null ? '' : String(chosen), part: '' }, 'opens'),
  }
}

type Props = { editor: DraftEditor; guide: Guide; children: ReactNode }

/** `children`: why the last save failed. */
export function Guide({ editor, guide, children }: Props) {
  const { draft, current, unsaved, replaced } = editor
  const { step, title, about, part, Fields } = steps[guide.index]!
  const hasBooks = booksOf(current.content).length > 0
  const mistakes =
    unsaved === null ? shownMistakes(draft, draft.content).filter(one => part === null || one.part === part) : []
  return (
    <PageFrame
      key={step}
      title={title}
      about={about}
      above={
        <Text size="sm" c="dimmed">
          {t('Step {number} of {count}', { number: guide.index + 1, count: steps.length })}
        </Text>
      }
    >
      {children}
      {mistakes.length === 0 ? null : (
        <>
          {/* The review lists them itself. */}
          {part === null ? null : <Mistakes draft={{ mistakes, mistakeCount: mistakes.length }} />}
          {hasBooks || part !== 'catalog' ? <EditorLink part={mistakes[0]!.part} /> : null}
        </>
      )}
      {step === 'publish' && unsaved !== null ? (
        <Text>{t('Save the draft to see what it would change.')}</Text>
      ) : (
        <EditingProvider key={replaced} value={editingOf(editor)}>
          <Fields guide={guide} draft={draft} />
        </EditingProvider>
      )}
      <GuideBar editor={editor} guide={guide} />
    </PageFrame>
  )
}

/** To the fields that no step has. */
const EditorLink = ({ part }: { part: Part }) => (
  <LinkButton to="/operator-data" search={{ tab: tabs[part ?? 'catalog'] }} size="xs" variant="default" mb="md">
    {t('Open the editor')}
  </LinkButton>
)

const tabs: Record<NonNullable<Part>, string> = {
  catalog: 'books',
  priceLists: 'price-lists',
  shipping: 'shipping',
  tax: 'taxes',
  holidays: 'holidays',
  brand: 'brand',
  texts: 'texts',
}

function GuideBar({ editor: { unsaved, save, saveCurrent, mayEdit }, guide }: Omit<Props, 'children'>) {
  const { index, open } = guide
  const { pathsOf } = steps[index]!
  const [before, next] = [steps[index - 1], steps[index + 1]]
  const openNext = (saved: Draft) => {
    if (next !== undefined && !saved.mistakes.some(isBelow(pathsOf(guide, saved)))) open(next.step)
  }
  return (
    <Group justify="space-between" gap="xs" className={bar.draftBar}>
      <LinkButton to="/set-up" size="xs" variant="subtle">
        {t('Continue later')}
      </LinkButton>
      <Group gap="xs">
        {before === undefined ? null : (
          <Button size="xs" variant="default" onClick={() => open(before.step)}>
            {t('Previous step')}
          </Button>
        )}
        {unsaved !== null && mayEdit ? (
          <Button size="xs" loading={save.isPending} onClick={() => saveCurrent(openNext)}>
            {next === undefined ? t('Save draft') : t('Save and continue')}
          </Button>
        ) : next === undefined ? null : (
          <Button size="xs" variant="default" onClick={() => open(next.step)}>
            {t('Skip')}
          </Button>
        )}
      </Group>
    </Group>
  )
}

function OwnBook({ guide: { book, open } }: { guide: Guide }) {
  const books = booksOf(useEditing().content)
  if (book !== null)
    return (
      <BesideDrawing book={books[book]!}>
        <Section title={t('Book')}>
          <Editable>
            <BookFields book={['catalog', 'skus', book]} section="book" />
          </Editable>
        </Section>
      </BesideDrawing>
    )
  if (books.length === 0) return <NoBooksYet />
  return <ChooseBook books={books} open={place => open('book', place)} />
}

type ChooseProps = { books: Book[]; open: (place: number) => void }

/** Books that differ from the sample are the owner's, who continues with one of them; others are copied. */
function ChooseBook({ books, open }: ChooseProps) {
  const { change } = useEditing()
  const sample = useQuery({
    queryKey: ['staff', 'operator-data', 'sample'],
    queryFn: () => api.GET('/staff/operator-data/sample'),
  })
  if (sample.data === undefined) return <LoadState of={sample} rows={3} />
  const ofSample = new Set(booksOf(sample.data).map(book => JSON.stringify(book)))
  const placed = books.map((book, place) => ({ book, place }))
  const isOfSample = ({ book }: Placed) => ofSample.has(JSON.stringify(book))
  const own = placed.filter(one => !isOfSample(one))
  const kept = placed.filter(isOfSample)
  return (
    <>
      {own.length === 0 ? null : (
        <Section title={t('Your books')} about={t('Open one to edit it.')}>
          <Shelf books={own} choose={({ place }) => open(place)} />
        </Section>
      )}
      {kept.length === 0 ? null : (
        <Section title={t('Which book is most like yours?')} about={t('Your book begins as a copy of it.')}>
          <Editable>
            <Shelf
              books={kept}
              choose={({ book }) => {
                change(['catalog', 'skus'], [...books, copyOf(book, books)])
                open(books.length)
              }}
            />
          </Editable>
        </Section>
      )}
    </>
  )
}

/** A book, and its place among all books of the draft. */
type Placed = { book: Book; place: number }

const Shelf = ({ books, choose }: { books: Placed[]; choose: (one: Placed) => void }) => (
  <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
    {books.map(one => (
      <OpenRow
        key={one.place}
        name={one.book.name || t('Unnamed book')}
        code={one.book.manufacturingSku}
        open={() => choose(one)}
      />
    ))}
  </SimpleGrid>
)

/** Without an own book, the prices of all books. */
function OwnPrice({ guide: { book } }: { guide: Guide }) {
  const books = booksOf(useEditing().content)
  if (books.length === 0) return <NoBooksYet />
  if (book === null)
    return (
      <Section title={t('Prices')}>
        <PriceGrid part="price" />
      </Section>
    )
  return (
    <Stack gap="md">
      <Section
        title={books[book]!.name || t('Unnamed book')}
        about={t('A copy costs the base price and its pages, less the discount for its quantity.')}
      >
        <Editable>
          <BookFields book={['catalog', 'skus', book]} section="price" />
        </Editable>
      </Section>
      <PriceCurve book={books[book]!} />
    </Stack>
  )
}

/** The editor has the books of the sample, and imports spreadsheets. */
const NoBooksYet = () => (
  <Section title={t('Books')}>
    <NoBooks />
    <Group justify="center">
      <EditorLink part="catalog" />
    </Group>
  </Section>
)

const BesideDrawing = ({ book, children }: { book: Book; children: ReactNode }) => (
  <div className={classes.besideDrawing}>
    <div className={classes.fields}>{children}</div>
    <div className={classes.drawing}>
      <BookDrawing book={book} />
    </div>
  </div>
)

const steps: Step[] = [
  {
    step: 'address',
    title: t('Your address'),
    about: t('Parcels leave from here, and carry this name.'),
    part: 'shipping',
    pathsOf: () => [['shipping', 'shipFrom']],
    Fields: () => (
      <Editable>
        <ShipFrom />
      </Editable>
    ),
  },
  {
    step: 'book',
    title: t('Your book'),
    about: t('Customers choose it by its name.'),
    part: 'catalog',
    pathsOf: ({ book }) => (book === null ? [] : bookPaths([book], 'book')),
    Fields: OwnBook,
  },
  {
    step: 'price',
    title: t('Your price'),
    about: t('What a customer pays you for a copy.'),
    part: 'catalog',
    pathsOf: ({ book }, { content }) => bookPaths(book === null ? [...booksOf(content).keys()] : [book], 'price'),
    Fields: OwnPrice,
  },
  {
    step: 'brand',
    title: t('Your brand'),
    about: t('Your name, color and logo, wherever customers look.'),
    part: 'brand',
    pathsOf: () => [['brand']],
    Fields: () => (
      <Editable>
        <BrandData />
      </Editable>
    ),
  },
  {
    step: 'publish',
    title: t('Open your shop'),
    about: t('Look at what you entered, then publish it. You can change everything later.'),
    part: null,
    pathsOf: () => [],
    Fields: ({ draft }) => <Review draft={draft} version={null} />,
  },
]
