// The books of the draft: the list, and the editor of one book.

import { Badge, Button, Group, Menu, SimpleGrid, Stack, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Copy, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { api, unwrap } from '../../../api.ts'
import type { Column } from '../../../components/layout/List.tsx'
import { LongList } from '../../../components/layout/LongList.tsx'
import { Section } from '../../../components/layout/Section.tsx'
import { Muted } from '../../../components/layout/Values.tsx'
import { readerLocale } from '../../../language.ts'
import { BookDrawing } from './BookDrawing.tsx'
import { BookCost, CostToggle, PriceCurve } from './BookPrices.tsx'
import { NoBooks } from './BookSpreadsheet.tsx'
import { type Book, booksOf, mistakeAt, type Path, valueAt } from './content.ts'
import {
  ChecksField,
  Editable,
  InchesField,
  MoneyField,
  NumberField,
  Rows,
  SelectField,
  SwitchField,
  TextField,
  useEditing,
} from './Fields.tsx'
import { OpenRow } from './OpenRow.tsx'
import { Severities } from './Severities.tsx'

export function Books({ spreadsheet }: { spreadsheet: ReactNode }) {
  const { content, change, isReadOnly } = useEditing()
  const [chosen, setChosen] = useState<number | null>(null)
  const [search, setSearch] = useState('')
  const books = booksOf(content)
  const book = chosen === null ? undefined : books[chosen]
  if (chosen !== null && book !== undefined)
    return <BookEditor key={chosen} index={chosen} back={() => setChosen(null)} open={setChosen} />
  const rows = books.map((one, index) => ({ one, index }))
  const columns: Column<(typeof rows)[number]>[] = [
    {
      title: 'Book',
      cell: ({ one, index }) => (
        <OpenRow name={one.name || 'Unnamed book'} code={one.manufacturingSku} open={() => setChosen(index)} />
      ),
    },
    {
      title: 'Pages',
      cell: ({ one }) => `${valueAt(one, ['pages', 'min']) ?? ''}–${valueAt(one, ['pages', 'max']) ?? ''}`,
    },
    { title: 'Base price', cell: ({ one }) => priceText(valueAt(one, ['price', 'baseCents']), 100), right: true },
    {
      title: 'Per page',
      cell: ({ one }) => priceText(valueAt(one, ['price', 'perPageMillicents']), 100_000),
      right: true,
    },
    {
      title: 'Status',
      cell: ({ one }) =>
        one.retired ? (
          <Badge variant="light" radius="sm" color="gray">
            Retired
          </Badge>
        ) : (
          <Muted>Sold</Muted>
        ),
    },
  ]
  return (
    <>
      <Section title="Handling" about="Charged on top of the books.">
        <Editable>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <MoneyField path={['catalog', 'fulfillment', 'perOrderCents']} label="Per order" />
            <MoneyField path={['catalog', 'fulfillment', 'perItemCents']} label="Per item, for any quantity" />
          </SimpleGrid>
          <HandlingCost />
        </Editable>
      </Section>
      <Section
        title="Books"
        flush
        actions={
          <Group gap="xs">
            {spreadsheet}
            {isReadOnly ? null : (
              <NewBook
                add={book => {
                  change(['catalog', 'skus'], [...books, copyOf(book, books)])
                  setChosen(books.length)
                }}
              />
            )}
          </Group>
        }
      >
        {books.length === 0 ? <NoBooks /> : null}
        <LongList
          label="Books"
          bare
          textOf={({ one }) => `${one.name} ${one.manufacturingSku}`}
          kept={{ value: search, change: setSearch }}
          rows={rows}
          columns={columns}
          keyOf={({ index }) => String(index)}
          open={({ index }) => setChosen(index)}
        />
      </Section>
    </>
  )
}

const handlingCostPath: Path = ['catalog', 'fulfillment', 'cost']

function HandlingCost() {
  const { content } = useEditing()
  return (
    <Group mt="md" align="flex-end">
      {valueAt(content, handlingCostPath) === undefined ? null : (
        <>
          <MoneyField path={[...handlingCostPath, 'perOrderCents']} label="Your cost per order" />
          <MoneyField path={[...handlingCostPath, 'perItemCents']} label="Your cost per item" />
        </>
      )}
      <CostToggle path={handlingCostPath} newCost={{ perOrderCents: 0, perItemCents: 0 }} of="handling" />
    </Group>
  )
}

/** A new book is a copy of a book of the sample, which has a geometry for each binding. */
function NewBook({ add }: { add: (book: Book) => void }) {
  const [isOpen, setOpen] = useState(false)
  const sample = useQuery({
    queryKey: ['staff', 'operator-data', 'sample'],
    queryFn: () => unwrap(api.GET('/staff/operator-data/sample')),
    enabled: isOpen,
  })
  return (
    <Menu opened={isOpen} onChange={setOpen} position="bottom-end">
      <Menu.Target>
        <Button size="xs" variant="default" leftSection={<Plus size={14} />}>
          New book
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Begin with a sample book</Menu.Label>
        {sample.data === undefined ? <Menu.Item disabled>Loading…</Menu.Item> : null}
        {(sample.data === undefined ? [] : booksOf(sample.data)).map(book => (
          <Menu.Item key={book.manufacturingSku} onClick={() => add(book)}>
            {book.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Thousandths of a cent have up to five decimals as dollars, and at least two are shown. */
const precise = new Intl.NumberFormat(readerLocale, { style: 'currency', currency: 'USD', maximumFractionDigits: 5 })

const priceText = (value: unknown, perDollar: number): string =>
  typeof value === 'number' ? precise.format(value / perDollar) : '–'

/** A copy that can be told from all other books. */
function copyOf(book: Book, books: Book[]): Book {
  const { retired: _retired, ...rest } = book
  const names = new Set(books.map(({ manufacturingSku }) => manufacturingSku))
  if (!names.has(book.manufacturingSku)) return rest
  let number = 2
  while (names.has(`${book.manufacturingSku}-${number}`)) number++
  return { ...rest, manufacturingSku: `${book.manufacturingSku}-${number}`, name: `${book.name} (copy)` }
}

const coatings = ['none', 'coated', 'gloss', 'matte', 'satin']
const laminations = ['none', 'gloss', 'matte', 'soft touch']
const capitals = (values: readonly string[]) =>
  values.map(value => ({ value, label: value.slice(0, 1).toUpperCase() + value.slice(1) }))
const spineShapes = capitals(['flat', 'round'])
const newMaterials = {
  pages: { stock: '60 lb uncoated white', weightGsm: 89, coating: 'none' },
  cover: { stock: '10 pt C1S', weightGsm: 236, coating: 'gloss', lamination: 'gloss' },
}

/** Papers and boards for job tickets and printers' systems; a book may have none. */
function Materials({ book, isHard }: { book: Path; isHard: boolean }) {
  const { content, change } = useEditing()
  const path = [...book, 'materials']
  const isGiven = valueAt(content, path) !== undefined
  const toggle = (
    <Button size="xs" variant="default" onClick={() => change(path, isGiven ? undefined : newMaterials)}>
      {isGiven ? 'Remove papers' : 'Add papers'}
    </Button>
  )
  const paperFields = (part: 'pages' | 'cover') => (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }}>
      <TextField path={[...path, part, 'stock']} label="Stock" />
      <NumberField path={[...path, part, 'weightGsm']} label="Weight" suffix=" g/m²" min={20} max={1000} decimals={1} />
      <InchesField path={[...path, part, 'thicknessInches']} label="Thickness" optional="absent" />
      <SelectField path={[...path, part, 'coating']} label="Coating" data={capitals(coatings)} />
      <TextField path={[...path, part, 'colors']} label="Colors, front/back" optional />
      <TextField path={[...path, part, 'isoSubstrate']} label="ISO 12647-2 paper" optional />
      <TextField path={[...path, part, 'printStandard']} label="Printing condition" optional />
      {part === 'cover' ? (
        <SelectField path={[...path, part, 'lamination']} label="Lamination" data={capitals(laminations)} />
      ) : null}
    </SimpleGrid>
  )
  return (
    <>
      <Section
        title="Paper of the pages"
        about="Printed on job tickets and sent to printers’ systems."
        actions={toggle}
      >
        {isGiven ? paperFields('pages') : <Muted>Not specified</Muted>}
      </Section>
      {isGiven ? (
        <Section title="Paper of the cover">
          {paperFields('cover')}
          {isHard ? (
            <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }} mt="md">
              <InchesField path={[...path, 'boardThicknessInches']} label="Board thickness" optional="absent" />
              <TextField path={[...path, 'endpapers']} label="Endpapers" optional />
              <SelectField path={[...path, 'spineShape']} label="Shape of the spine" data={spineShapes} />
            </SimpleGrid>
          ) : null}
        </Section>
      ) : null}
      <Part title="Customs">
        <TextField path={[...book, 'hsCode']} label="HS code" description="4901.99 if empty" optional />
      </Part>
    </>
  )
}

type EditorProps = { index: number; back: () => void; open: (index: number) => void }

function BookEditor({ index, back, open }: EditorProps) {
  const { content, mistakes, change, isReadOnly } = useEditing()
  const book: Path = ['catalog', 'skus', index]
  const at = (...keys: Path): Path => [...book, ...keys]
  const books = booksOf(content)
  const { manufacturingSku, name, retired } = books[index]!
  const spine = valueAt(content, at('geometry', 'spine', 'kind'))
  const edge = valueAt(content, at('geometry', 'cover', 'edge'))
  const isJacket = valueAt(content, at('geometry', 'cover', 'flapInches')) !== undefined
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Button variant="subtle" size="compact-sm" leftSection={<ArrowLeft size={14} />} onClick={back}>
          All books
        </Button>
        {isReadOnly ? null : (
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
              Duplicate
            </Button>
            <Button
              size="xs"
              variant="subtle"
              color="red"
              onClick={() => {
                change(book, undefined)
                back()
              }}
            >
              Remove book
            </Button>
          </Group>
        )}
      </Group>
      <Editable>
        <Stack gap="md">
          <Title order={2}>{name || 'Unnamed book'}</Title>
          <Part title="Book" about="Removing a book that products use is refused. Retire it instead.">
            <TextField path={at('name')} label="Name" />
            <TextInput
              label="Manufacturing SKU"
              description="Capitals, digits and hyphens. Customers’ products refer to it."
              value={manufacturingSku}
              error={mistakeAt(mistakes, at('manufacturingSku'))}
              onChange={event => change(at('manufacturingSku'), event.currentTarget.value.toUpperCase())}
            />
            <SwitchField
              path={at('retired')}
              label="Retired"
              description={
                retired ? 'No new products or orders. Accepted orders go on.' : 'Turn on to stop new orders.'
              }
              optional
            />
          </Part>
          <Part title="Price" about="A copy costs the base price and its pages, less the discount for its quantity.">
            <MoneyField path={at('price', 'baseCents')} label="Base price" />
            <NumberField
              path={at('price', 'perPageMillicents')}
              label="Price per page"
              factor={100_000}
              decimals={5}
              prefix="$"
            />
          </Part>
          <Section title="Quantity discounts">
            <Rows
              path={at('price', 'breaks')}
              noun="discount"
              newRow={{ fromCopies: 100, offBasisPoints: 500 }}
              row={path => (
                <>
                  <NumberField path={[...path, 'fromCopies']} label="From copies" min={2} max={10_000} />
                  <NumberField
                    path={[...path, 'offBasisPoints']}
                    label="Discount"
                    factor={100}
                    decimals={2}
                    suffix=" %"
                  />
                </>
              )}
            />
          </Section>
          <BookCost book={book} />
          <PriceCurve book={books[index]!} />
          <Part title="Pages and paper">
            <NumberField path={at('pages', 'min')} label="Fewest pages" min={1} max={2000} />
            <NumberField path={at('pages', 'max')} label="Most pages" min={1} max={2000} />
            <NumberField path={at('pages', 'step')} label="In steps of" min={1} max={2000} />
            <NumberField
              path={at('pages', 'perSignature')}
              label="Pages per signature"
              min={1}
              max={2000}
              optional="absent"
            />
            <TextField path={at('attributes', 'size')} label="Size, as customers read it" />
            <TextField path={at('attributes', 'cover')} label="Cover" />
            <TextField path={at('attributes', 'paperType')} label="Paper" />
            <TextField path={at('attributes', 'textColor')} label="Ink" />
            <SwitchField path={at('attributes', 'bleed')} label="Pages have bleed" />
          </Part>
          <Part title="Weight" about="For the shipping price.">
            <NumberField path={at('weight', 'coverGrams')} label="Cover" suffix=" g" min={1} />
            <NumberField
              path={at('weight', 'perPageMilligrams')}
              label="Per page"
              factor={1000}
              decimals={3}
              suffix=" g"
            />
          </Part>
          <BookDrawing book={books[index]!} />
          <Materials book={book} isHard={edge === 'folded' || isJacket} />
          <Part title="Page">
            <InchesField path={at('geometry', 'trim', 'widthInches')} label="Trim width" />
            <InchesField path={at('geometry', 'trim', 'heightInches')} label="Trim height" />
            <InchesField path={at('geometry', 'pages', 'bleedInches')} label="Bleed" />
            <InchesField
              path={at('geometry', 'pages', 'bindingBleedInches')}
              label="Bleed at the binding"
              placeholder="The same"
              optional="absent"
            />
            <InchesField path={at('geometry', 'pages', 'safeInches')} label="Safe margin" />
            <InchesField path={at('geometry', 'sizeToleranceInches')} label="Size tolerance" />
          </Part>
          <Section title="Gutter" about="Added to the safe margin on the binding side, by page count.">
            <Bands path={at('geometry', 'pages', 'gutter')} />
          </Section>
          <Part title="Press" about="Files that ask for more get a finding. An empty field has the value shown in it.">
            <SelectField path={at('press', 'pageInks')} label="Pages are printed in" data={pageInks} />
            {pressLimits.map(({ key, usual, ...field }) => (
              <NumberField key={key} path={at('press', key)} placeholder={usual} optional="absent" {...field} />
            ))}
            <ChecksField path={at('press', 'pdfx')} label="Files must be" data={pdfxVersions} />
          </Part>
          <Section
            title="Severities"
            about="How severe findings about files of this book are. An order whose files have an error isn’t printed."
          >
            <Severities path={at('press', 'severities')} />
          </Section>
          <Part title="Cover">
            <SelectField
              path={at('geometry', 'cover', 'edge')}
              label="Edge"
              data={[
                { value: 'cut', label: 'Cut with the trim (soft cover)' },
                { value: 'folded', label: 'Folded around boards (hard cover)' },
              ]}
            />
            <InchesField
              path={at('geometry', 'cover', 'wrapInches')}
              label={edge === 'folded' ? 'Wrap around the boards' : 'Bleed of the cover'}
            />
            <InchesField path={at('geometry', 'cover', 'hingeInches')} label="Hinge" />
            <InchesField
              path={at('geometry', 'cover', 'panelGrowth', 'widthInches')}
              label="Boards wider than the page"
            />
            <InchesField
              path={at('geometry', 'cover', 'panelGrowth', 'heightInches')}
              label="Boards taller than the page"
            />
            {edge === 'cut' ? (
              <>
                <InchesField
                  path={at('geometry', 'cover', 'flapInches')}
                  label="Flaps of a dust jacket"
                  placeholder="No jacket"
                  optional="absent"
                />
                {isJacket ? (
                  <InchesField
                    path={at('geometry', 'cover', 'flapFoldInches')}
                    label="Fold of the flaps around the boards"
                    optional="absent"
                  />
                ) : null}
              </>
            ) : null}
            <InchesField path={at('geometry', 'cover', 'safeInches')} label="Safe margin of the cover" />
            <NumberField
              path={at('geometry', 'cover', 'spineTextFromPages')}
              label="Text on the spine from pages"
              optional="null"
            />
            <InchesField
              path={at('geometry', 'cover', 'spineTextClearanceInches')}
              label="Clearance of the spine’s text"
            />
            <InchesField path={at('geometry', 'cover', 'barcode', 'widthInches')} label="Barcode width" />
            <InchesField path={at('geometry', 'cover', 'barcode', 'heightInches')} label="Barcode height" />
            <InchesField path={at('geometry', 'cover', 'barcode', 'fromSpineInches')} label="Barcode from the spine" />
            <InchesField
              path={at('geometry', 'cover', 'barcode', 'fromBottomInches')}
              label="Barcode from the bottom"
            />
          </Part>
          <Part title="Spine">
            <SelectField path={at('geometry', 'spine', 'kind')} label="Spine" data={spineKinds} />
            {spine === 'none' ? (
              <InchesField
                path={at('geometry', 'punchInches')}
                label="Punch margin of a coil"
                placeholder="Stapled"
                optional="absent"
              />
            ) : null}
            {spine === 'formula' ? (
              <>
                <NumberField
                  path={at('geometry', 'spine', 'pagesPerInch')}
                  label="Pages per inch"
                  decimals={2}
                  min={50}
                  max={2000}
                />
                <InchesField path={at('geometry', 'spine', 'baseInches')} label="Added for the cover" />
                <InchesField
                  path={at('geometry', 'spine', 'roundUpToInches')}
                  label="Rounded up to steps of"
                  optional="absent"
                />
              </>
            ) : null}
            {spine === 'banded' ? <Bands path={at('geometry', 'spine', 'bands')} /> : null}
          </Part>
        </Stack>
      </Editable>
    </Stack>
  )
}

const pageInks = [
  { value: 'black', label: 'Black' },
  { value: 'color', label: 'Color' },
]

/** `usual` is the service's default. */
const pressLimits = [
  { key: 'maxInkPercent', usual: '270 %', label: 'Most ink', suffix: ' %', max: 400 },
  { key: 'minTintPercent', usual: '5 %', label: 'Lightest tint', suffix: ' %', max: 20, decimals: 1 },
  { key: 'minLinePoints', usual: '0.25 pt', label: 'Thinnest line', suffix: ' pt', max: 0.5, decimals: 2 },
  { key: 'minTextPoints', usual: '5 pt', label: 'Smallest text', suffix: ' pt', max: 12, decimals: 1 },
  { key: 'minReversedTextPoints', usual: '7 pt', label: 'Smallest white text', suffix: ' pt', max: 12, decimals: 1 },
  {
    key: 'minRichTextPoints',
    usual: '9 pt',
    label: 'Smallest text in several inks',
    suffix: ' pt',
    max: 12,
    decimals: 1,
  },
  { key: 'minPpi', usual: '100 ppi', label: 'Lowest resolution', suffix: ' ppi', min: 1, max: 600 },
  { key: 'goodPpi', usual: '300 ppi', label: 'Good resolution', suffix: ' ppi', min: 1, max: 600 },
  { key: 'maxPpi', usual: '600 ppi', label: 'Highest useful resolution', suffix: ' ppi', min: 600, max: 100_000 },
  {
    key: 'minBitonalPpi',
    usual: '600 ppi',
    label: 'Lowest resolution without gray',
    suffix: ' ppi',
    min: 1,
    max: 1200,
  },
  { key: 'maxBlankPages', usual: '4', label: 'Most blank pages in a row', max: 2000 },
]

const pdfxVersions = ['PDF/X-1a', 'PDF/X-3', 'PDF/X-4'].map(value => ({ value, label: value }))

const spineKinds = [
  { value: 'none', label: 'None (stapled or coil bound)' },
  { value: 'formula', label: 'By paper thickness' },
  { value: 'banded', label: 'By ranges of page counts' },
]

const Bands = ({ path }: { path: Path }) => (
  <Rows
    path={path}
    noun="range"
    newRow={{ fromPages: 1, inches: 0 }}
    row={row => (
      <>
        <NumberField path={[...row, 'fromPages']} label="From pages" min={1} max={2000} />
        <InchesField path={[...row, 'inches']} label="Width" />
      </>
    )}
  />
)

export const Part = ({ title, about, children }: { title: string; about?: string; children: ReactNode }) => (
  <Section title={title} about={about}>
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} verticalSpacing="sm">
      {children}
    </SimpleGrid>
  </Section>
)
