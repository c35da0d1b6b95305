// The editor of one book of the draft. Its fields are in the table of a book's fields.

import { Button, Group, Stack, Title } from '@mantine/core'
import { ArrowLeft, Copy } from 'lucide-react'
import { Section } from '../../../components/layout/Section.tsx'
import { Muted } from '../../../components/layout/Values.tsx'
import { t } from '../../../language.ts'
import { useFilters } from '../../../shell/frame/mode.ts'
import { ChosenTab } from '../../../shell/frame/ScreenTabs.tsx'
import { BookDrawing } from './BookDrawing.tsx'
import classes from './BookEditor.module.css'
import { BookFields, WideBookField } from './BookFields.tsx'
import { BookCost, PriceCurve } from './BookPrices.tsx'
import { booksOf, type Path, valueAt } from './content.ts'
import { copyOf } from './copyOf.ts'
import { Editable, useEditing } from './Fields.tsx'

type EditorProps = { index: number; back: () => void; open: (index: number) => void }

export function BookEditor({ index, back, open }: EditorProps) {
  const { content, isReadOnly } = useEditing()
  const [filters, setFilters] = useFilters()
  const book: Path = ['catalog', 'skus', index]
  const { name } = booksOf(content)[index]!
  const shown = parts.find(({ part }) => part === filters.part) ?? parts[0]
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Button variant="subtle" size="compact-sm" leftSection={<ArrowLeft size={14} />} onClick={back}>
          {t('All books')}
        </Button>
        {isReadOnly ? null : <BookActions index={index} back={back} open={open} />}
      </Group>
      <Title order={2}>{name || t('Unnamed book')}</Title>
      <div className={classes.besideDrawing}>
        <ChosenTab
          tabs={parts.map(({ part, title, Fields }) => ({
            tab: part,
            name: title,
            content: (
              <Editable>
                <Fields book={book} index={index} />
              </Editable>
            ),
          }))}
          chosen={shown.part}
          choose={part => setFilters({ part: part ?? '' })}
          className={classes.fields}
        />
        <div className={classes.drawing}>
          <BookDrawing book={booksOf(content)[index]!} />
        </div>
      </div>
    </Stack>
  )
}

function BookActions({ index, back, open }: EditorProps) {
  const { content, change } = useEditing()
  const books = booksOf(content)
  return (
    <Group gap="xs">
      <Button
        size="xs"
        variant="default"
        leftSection={<Copy size={14} />}
        onClick={() => {
          change(['catalog', 'skus'], [...books, copyOf(books[index]!, books)])
          open(books.length)
        }}
      >
        {t('Duplicate')}
      </Button>
      <Button
        size="xs"
        variant="subtle"
        color="red"
        onClick={() => {
          change(['catalog', 'skus', index], undefined)
          back()
        }}
      >
        {t('Remove book')}
      </Button>
    </Group>
  )
}

type PartProps = { book: Path; index: number }

const BookAndPrices = ({ book, index }: PartProps) => (
  <>
    <Section title={t('Book')} about={t('Removing a book that products use is refused. Retire it instead.')}>
      <BookFields book={book} section="book" />
    </Section>
    <Section
      title={t('Price')}
      about={t('A copy costs the base price and its pages, less the discount for its quantity.')}
    >
      <BookFields book={book} section="price" />
    </Section>
    <Section title={t('Quantity discounts')}>
      <WideBookField book={book} section="discounts" />
    </Section>
    <BookCost book={book} />
    <PriceCurve book={booksOf(useEditing().content)[index]!} />
  </>
)

const PagesAndPaper = ({ book }: PartProps) => (
  <>
    <Section title={t('Pages and paper')}>
      <BookFields book={book} section="pagesAndPaper" />
    </Section>
    <Section title={t('Weight')} about={t('For the shipping price.')}>
      <BookFields book={book} section="weight" />
    </Section>
    <Materials book={book} />
    <Section title={t('Customs')}>
      <BookFields book={book} section="customs" />
    </Section>
  </>
)

const newMaterials = {
  pages: { stock: '60 lb uncoated white', weightGsm: 89, coating: 'none' },
  cover: { stock: '10 pt C1S', weightGsm: 236, coating: 'gloss', lamination: 'gloss' },
}
/** Papers and boards for job tickets and printers' systems; a book may have none. */
function Materials({ book }: { book: Path }) {
  const { content, change } = useEditing()
  const path = [...book, 'materials']
  const isGiven = valueAt(content, path) !== undefined
  return (
    <>
      <Section
        title={t('Paper of the pages')}
        about={t('Printed on job tickets and sent to printers’ systems.')}
        actions={
          <Button size="xs" variant="default" onClick={() => change(path, isGiven ? undefined : newMaterials)}>
            {isGiven ? t('Remove papers') : t('Add papers')}
          </Button>
        }
      >
        {isGiven ? <BookFields book={book} section="pagePaper" /> : <Muted>{t('Not specified')}</Muted>}
      </Section>
      {isGiven ? (
        <Section title={t('Paper of the cover')}>
          <BookFields book={book} section="coverPaper" />
          <BookFields book={book} section="boards" mt="md" />
        </Section>
      ) : null}
    </>
  )
}

const Measures = ({ book }: PartProps) => (
  <>
    <Section title={t('Page')}>
      <BookFields book={book} section="page" />
    </Section>
    <Section title={t('Gutter')} about={t('Added to the safe margin on the binding side, by page count.')}>
      <WideBookField book={book} section="gutter" />
    </Section>
    <Section title={t('Cover')}>
      <BookFields book={book} section="cover" />
    </Section>
    <Section title={t('Spine')}>
      <BookFields book={book} section="spine" />
    </Section>
  </>
)

const PressSettings = ({ book }: PartProps) => (
  <>
    <Section
      title={t('Press')}
      about={t('Files that ask for more get a finding. An empty field has the value shown in it.')}
    >
      <BookFields book={book} section="press" />
    </Section>
    <Section
      title={t('Severities')}
      about={t('How severe findings about files of this book are. An order whose files have an error isn’t printed.')}
    >
      <WideBookField book={book} section="severities" />
    </Section>
  </>
)

const parts = [
  { part: 'prices', title: t('Book and prices'), Fields: BookAndPrices },
  { part: 'paper', title: t('Pages and paper'), Fields: PagesAndPaper },
  { part: 'measures', title: t('Measures'), Fields: Measures },
  { part: 'press', title: t('Press settings'), Fields: PressSettings },
] as const
