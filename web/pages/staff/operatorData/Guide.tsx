// The way of an owner from the sample to the first version: one idea a screen. Each step is saved, and may be skipped.

import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { LinkButton } from '../../../components/layout/AppLink.tsx'
import { PageFrame } from '../../../components/layout/Page.tsx'
import { Section } from '../../../components/layout/Section.tsx'
import { t } from '../../../language.ts'
import { useFilters } from '../../../shell/frame/mode.ts'
import { BookDrawing } from './BookDrawing.tsx'
import classes from './BookEditor.module.css'
import { BookFields } from './BookFields.tsx'
import { PriceCurve } from './BookPrices.tsx'
import { BrandData } from './BrandData.tsx'
import { type Book, booksOf, type Draft } from './content.ts'
import { copyOf } from './copyOf.ts'
import { type DraftEditor, editingOf } from './draftEditor.ts'
import { Editable, EditingProvider, useEditing } from './Fields.tsx'
import { OpenRow } from './OpenRow.tsx'
import bar from './OperatorData.module.css'
import { PriceGrid } from './PriceGrid.tsx'
import { Review } from './Review.tsx'
import { ShipFrom } from './ShippingData.tsx'

type Step = {
  step: string
  title: string
  about: string
  /** The part of the draft whose mistakes keep the owner at this step. */
  part: Draft['mistakes'][number]['part']
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
  const { draft, unsaved, replaced } = editor
  const { step, title, about, Fields } = steps[guide.index]!
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

function GuideBar({
  editor: { unsaved, save, saveCurrent, mayEdit },
  guide: { index, open },
}: Omit<Props, 'children'>) {
  const { part } = steps[index]!
  const [before, next] = [steps[index - 1], steps[index + 1]]
  const goOn = (saved: Draft) => {
    if (next !== undefined && !saved.mistakes.some(mistake => mistake.part === part)) open(next.step)
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
          <Button size="xs" loading={save.isPending} onClick={() => saveCurrent(goOn)}>
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
  const { content, change } = useEditing()
  const books = booksOf(content)
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
  return (
    <Section title={t('Which book is most like yours?')} about={t('Your book begins as a copy of it.')}>
      <Editable>
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
          {books.map((one, i) => (
            <OpenRow
              // biome-ignore lint/suspicious/noArrayIndexKey: a book has no other name that is its own
              key={i}
              name={one.name || t('Unnamed book')}
              code={one.manufacturingSku}
              open={() => {
                change(['catalog', 'skus'], [...books, copyOf(one, books)])
                open('book', books.length)
              }}
            />
          ))}
        </SimpleGrid>
      </Editable>
    </Section>
  )
}

/** Without an own book, the prices of all books. */
function OwnPrice({ guide: { book } }: { guide: Guide }) {
  const books = booksOf(useEditing().content)
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
    Fields: OwnBook,
  },
  {
    step: 'price',
    title: t('Your price'),
    about: t('What a customer pays you for a copy.'),
    part: 'catalog',
    Fields: OwnPrice,
  },
  {
    step: 'brand',
    title: t('Your brand'),
    about: t('Your name, color and logo, wherever customers look.'),
    part: 'brand',
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
    Fields: ({ draft }) => <Review draft={draft} version={null} />,
  },
]
