// The books of the draft: the list, and the editor of one book.

import { Badge, Button, Group, Menu, SimpleGrid, Stack, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Copy, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { api, unwrap } from '../../../api.ts'
import { separators } from '../../../components/forms/separators.ts'
import type { Column } from '../../../components/layout/List.tsx'
import { LongList } from '../../../components/layout/LongList.tsx'
import { Section } from '../../../components/layout/Section.tsx'
import { Muted } from '../../../components/layout/Values.tsx'
import { readerLocale, t } from '../../../language.ts'
import { BookDrawing } from './BookDrawing.tsx'
import { BookCost, CostToggle, PriceCurve } from './BookPrices.tsx'
import { NoBooks } from './BookSpreadsheet.tsx'
import { type Book, booksOf, mistakeAt, type Path, valueAt } from './content.ts'
import {
  ChecksField,
  Editable,
  InchesField,
  MillicentsField,
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
      title: t('Book'),
      cell: ({ one, index }) => (
        <OpenRow name={one.name || t('Unnamed book')} code={one.manufacturingSku} open={() => setChosen(index)} />
      ),
    },
    {
      title: t('Pages'),
      cell: ({ one }) => `${valueAt(one, ['pages', 'min']) ?? ''}–${valueAt(one, ['pages', 'max']) ?? ''}`,
    },
    { title: t('Base price'), cell: ({ one }) => priceText(valueAt(one, ['price', 'baseCents']), 100), right: true },
    {
      title: t('Per page'),
      cell: ({ one }) => priceText(valueAt(one, ['price', 'perPageMillicents']), 100_000),
      right: true,
    },
    {
      title: t('Status'),
      cell: ({ one }) =>
        one.retired ? (
          <Badge variant="light" radius="sm" color="gray">
            {t('Retired')}
          </Badge>
        ) : (
          <Muted>{t('Sold')}</Muted>
        ),
    },
  ]
  return (
    <>
      <Section title={t('Handling')} about={t('Charged on top of the books.')}>
        <Editable>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <MoneyField path={['catalog', 'fulfillment', 'perOrderCents']} label={t('Per order')} />
            <MoneyField path={['catalog', 'fulfillment', 'perItemCents']} label={t('Per item, for any quantity')} />
          </SimpleGrid>
          <HandlingCost />
        </Editable>
      </Section>
      <Section
        title={t('Books')}
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
          label={t('Books')}
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
          <MoneyField path={[...handlingCostPath, 'perOrderCents']} label={t('Your cost per order')} />
          <MoneyField path={[...handlingCostPath, 'perItemCents']} label={t('Your cost per item')} />
        </>
      )}
      <CostToggle path={handlingCostPath} newCost={{ perOrderCents: 0, perItemCents: 0 }} of={t('handling')} />
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
          {t('New book')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('Begin with a sample book')}</Menu.Label>
        {sample.data === undefined ? <Menu.Item disabled>{t('Loading…')}</Menu.Item> : null}
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
  return {
    ...rest,
    manufacturingSku: `${book.manufacturingSku}-${number}`,
    name: t('{name} (copy)', { name: book.name }),
  }
}

const gloss = { value: 'gloss', label: t('Gloss') }
const matte = { value: 'matte', label: t('Matte') }
const coatings = [
  { value: 'none', label: t('None [[coating]]') },
  { value: 'coated', label: t('Coated') },
  gloss,
  matte,
  { value: 'satin', label: t('Satin') },
]
const laminations = [
  { value: 'none', label: t('None [[lamination]]') },
  gloss,
  matte,
  { value: 'soft touch', label: t('Soft touch') },
]
const spineShapes = [
  { value: 'flat', label: t('Flat [[spine]]') },
  { value: 'round', label: t('Round [[spine]]') },
]
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
      {isGiven ? t('Remove papers') : t('Add papers')}
    </Button>
  )
  const paperFields = (part: 'pages' | 'cover') => (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }}>
      <TextField path={[...path, part, 'stock']} label={t('Stock')} />
      <NumberField
        path={[...path, part, 'weightGsm']}
        label={t('Weight')}
        suffix=" g/m²"
        min={20}
        max={1000}
        decimals={1}
      />
      <InchesField path={[...path, part, 'thicknessInches']} label={t('Thickness')} optional="absent" />
      <SelectField path={[...path, part, 'coating']} label={t('Coating')} data={coatings} />
      <TextField path={[...path, part, 'colors']} label={t('Colors, front/back')} optional />
      <TextField path={[...path, part, 'isoSubstrate']} label={t('ISO 12647-2 paper')} optional />
      <TextField path={[...path, part, 'printStandard']} label={t('Printing condition')} optional />
      {part === 'cover' ? (
        <SelectField path={[...path, part, 'lamination']} label={t('Lamination')} data={laminations} />
      ) : null}
    </SimpleGrid>
  )
  return (
    <>
      <Section
        title={t('Paper of the pages')}
        about={t('Printed on job tickets and sent to printers’ systems.')}
        actions={toggle}
      >
        {isGiven ? paperFields('pages') : <Muted>{t('Not specified')}</Muted>}
      </Section>
      {isGiven ? (
        <Section title={t('Paper of the cover')}>
          {paperFields('cover')}
          {isHard ? (
            <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }} mt="md">
              <InchesField path={[...path, 'boardThicknessInches']} label={t('Board thickness')} optional="absent" />
              <TextField path={[...path, 'endpapers']} label={t('Endpapers')} optional />
              <SelectField path={[...path, 'spineShape']} label={t('Shape of the spine')} data={spineShapes} />
            </SimpleGrid>
          ) : null}
        </Section>
      ) : null}
      <Part title={t('Customs')}>
        <TextField path={[...book, 'hsCode']} label={t('HS code')} description={t('4901.99 if empty')} optional />
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
          {t('All books')}
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
              {t('Duplicate')}
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
              {t('Remove book')}
            </Button>
          </Group>
        )}
      </Group>
      <Editable>
        <Stack gap="md">
          <Title order={2}>{name || t('Unnamed book')}</Title>
          <Part title={t('Book')} about={t('Removing a book that products use is refused. Retire it instead.')}>
            <TextField path={at('name')} label={t('Name')} />
            <TextInput
              label={t('Manufacturing SKU')}
              description={t('Capitals, digits and hyphens. Customers’ products refer to it.')}
              value={manufacturingSku}
              error={mistakeAt(mistakes, at('manufacturingSku'))}
              onChange={event => change(at('manufacturingSku'), event.currentTarget.value.toUpperCase())}
            />
            <SwitchField
              path={at('retired')}
              label={t('Retired')}
              description={
                retired ? t('No new products or orders. Accepted orders go on.') : t('Turn on to stop new orders.')
              }
              optional
            />
          </Part>
          <Part
            title={t('Price')}
            about={t('A copy costs the base price and its pages, less the discount for its quantity.')}
          >
            <MoneyField path={at('price', 'baseCents')} label={t('Base price')} />
            <MillicentsField path={at('price', 'perPageMillicents')} label={t('Price per page')} />
          </Part>
          <Section title={t('Quantity discounts')}>
            <Rows
              path={at('price', 'breaks')}
              noun={t('discount')}
              newRow={{ fromCopies: 100, offBasisPoints: 500 }}
              row={path => (
                <>
                  <NumberField path={[...path, 'fromCopies']} label={t('From copies')} min={2} max={10_000} />
                  <NumberField
                    path={[...path, 'offBasisPoints']}
                    label={t('Discount')}
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
          <Part title={t('Pages and paper')}>
            <NumberField path={at('pages', 'min')} label={t('Fewest pages')} min={1} max={2000} />
            <NumberField path={at('pages', 'max')} label={t('Most pages')} min={1} max={2000} />
            <NumberField path={at('pages', 'step')} label={t('In steps of')} min={1} max={2000} />
            <NumberField
              path={at('pages', 'perSignature')}
              label={t('Pages per signature')}
              min={1}
              max={2000}
              optional="absent"
            />
            <TextField path={at('attributes', 'size')} label={t('Size, as customers read it')} />
            <TextField path={at('attributes', 'cover')} label={t('Cover')} />
            <TextField path={at('attributes', 'paperType')} label={t('Paper')} />
            <TextField path={at('attributes', 'textColor')} label={t('Ink')} />
            <SwitchField path={at('attributes', 'bleed')} label={t('Pages have bleed')} />
          </Part>
          <Part title={t('Weight')} about={t('For the shipping price.')}>
            <NumberField path={at('weight', 'coverGrams')} label={t('Cover')} suffix=" g" min={1} />
            <NumberField
              path={at('weight', 'perPageMilligrams')}
              label={t('Per page')}
              factor={1000}
              decimals={3}
              suffix=" g"
            />
          </Part>
          <BookDrawing book={books[index]!} />
          <Materials book={book} isHard={edge === 'folded' || isJacket} />
          <Part title={t('Page')}>
            <InchesField path={at('geometry', 'trim', 'widthInches')} label={t('Trim width')} />
            <InchesField path={at('geometry', 'trim', 'heightInches')} label={t('Trim height')} />
            <InchesField path={at('geometry', 'pages', 'bleedInches')} label={t('Bleed')} />
            <InchesField
              path={at('geometry', 'pages', 'bindingBleedInches')}
              label={t('Bleed at the binding')}
              placeholder={t('The same')}
              optional="absent"
            />
            <InchesField path={at('geometry', 'pages', 'safeInches')} label={t('Safe margin')} />
            <InchesField path={at('geometry', 'sizeToleranceInches')} label={t('Size tolerance')} />
          </Part>
          <Section title={t('Gutter')} about={t('Added to the safe margin on the binding side, by page count.')}>
            <Bands path={at('geometry', 'pages', 'gutter')} />
          </Section>
          <Part
            title={t('Press')}
            about={t('Files that ask for more get a finding. An empty field has the value shown in it.')}
          >
            <SelectField path={at('press', 'pageInks')} label={t('Pages are printed in')} data={pageInks} />
            {pressLimits.map(({ key, usual, ...field }) => (
              <NumberField
                key={key}
                path={at('press', key)}
                placeholder={usual.replace('.', separators.decimalSeparator)}
                optional="absent"
                {...field}
              />
            ))}
            <ChecksField path={at('press', 'pdfx')} label={t('Files must be')} data={pdfxVersions} />
          </Part>
          <Section
            title={t('Severities')}
            about={t(
              'How severe findings about files of this book are. An order whose files have an error isn’t printed.',
            )}
          >
            <Severities path={at('press', 'severities')} />
          </Section>
          <Part title={t('Cover')}>
            <SelectField
              path={at('geometry', 'cover', 'edge')}
              label={t('Edge')}
              data={[
                { value: 'cut', label: t('Cut with the trim (soft cover)') },
                { value: 'folded', label: t('Folded around boards (hard cover)') },
              ]}
            />
            <InchesField
              path={at('geometry', 'cover', 'wrapInches')}
              label={edge === 'folded' ? t('Wrap around the boards') : t('Bleed of the cover')}
            />
            <InchesField path={at('geometry', 'cover', 'hingeInches')} label={t('Hinge')} />
            <InchesField
              path={at('geometry', 'cover', 'panelGrowth', 'widthInches')}
              label={t('Boards wider than the page')}
            />
            <InchesField
              path={at('geometry', 'cover', 'panelGrowth', 'heightInches')}
              label={t('Boards taller than the page')}
            />
            {edge === 'cut' ? (
              <>
                <InchesField
                  path={at('geometry', 'cover', 'flapInches')}
                  label={t('Flaps of a dust jacket')}
                  placeholder={t('No jacket')}
                  optional="absent"
                />
                {isJacket ? (
                  <InchesField
                    path={at('geometry', 'cover', 'flapFoldInches')}
                    label={t('Fold of the flaps around the boards')}
                    optional="absent"
                  />
                ) : null}
              </>
            ) : null}
            <InchesField path={at('geometry', 'cover', 'safeInches')} label={t('Safe margin of the cover')} />
            <NumberField
              path={at('geometry', 'cover', 'spineTextFromPages')}
              label={t('Text on the spine from pages')}
              optional="null"
            />
            <InchesField
              path={at('geometry', 'cover', 'spineTextClearanceInches')}
              label={t('Clearance of the spine’s text')}
            />
            <InchesField path={at('geometry', 'cover', 'barcode', 'widthInches')} label={t('Barcode width')} />
            <InchesField path={at('geometry', 'cover', 'barcode', 'heightInches')} label={t('Barcode height')} />
            <InchesField
              path={at('geometry', 'cover', 'barcode', 'fromSpineInches')}
              label={t('Barcode from the spine')}
            />
            <InchesField
              path={at('geometry', 'cover', 'barcode', 'fromBottomInches')}
              label={t('Barcode from the bottom')}
            />
          </Part>
          <Part title={t('Spine')}>
            <SelectField path={at('geometry', 'spine', 'kind')} label={t('Spine')} data={spineKinds} />
            {spine === 'none' ? (
              <InchesField
                path={at('geometry', 'punchInches')}
                label={t('Punch margin of a coil')}
                placeholder={t('Stapled')}
                optional="absent"
              />
            ) : null}
            {spine === 'formula' ? (
              <>
                <NumberField
                  path={at('geometry', 'spine', 'pagesPerInch')}
                  label={t('Pages per inch')}
                  decimals={2}
                  min={50}
                  max={2000}
                />
                <InchesField path={at('geometry', 'spine', 'baseInches')} label={t('Added for the cover')} />
                <InchesField
                  path={at('geometry', 'spine', 'roundUpToInches')}
                  label={t('Rounded up to steps of')}
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
  { value: 'black', label: t('Black') },
  { value: 'color', label: t('Color') },
]

/** `usual` is the service's default. */
const pressLimits = [
  { key: 'maxInkPercent', usual: '270 %', label: t('Most ink'), suffix: ' %', max: 400 },
  { key: 'minTintPercent', usual: '5 %', label: t('Lightest tint'), suffix: ' %', max: 20, decimals: 1 },
  { key: 'minLinePoints', usual: '0.25 pt', label: t('Thinnest line'), suffix: ' pt', max: 0.5, decimals: 2 },
  { key: 'minTextPoints', usual: '5 pt', label: t('Smallest text'), suffix: ' pt', max: 12, decimals: 1 },
  { key: 'minReversedTextPoints', usual: '7 pt', label: t('Smallest white text'), suffix: ' pt', max: 12, decimals: 1 },
  {
    key: 'minRichTextPoints',
    usual: '9 pt',
    label: t('Smallest text in several inks'),
    suffix: ' pt',
    max: 12,
    decimals: 1,
  },
  { key: 'minPpi', usual: '100 ppi', label: t('Lowest resolution'), suffix: ' ppi', min: 1, max: 600 },
  { key: 'goodPpi', usual: '300 ppi', label: t('Good resolution'), suffix: ' ppi', min: 1, max: 600 },
  { key: 'maxPpi', usual: '600 ppi', label: t('Highest useful resolution'), suffix: ' ppi', min: 600, max: 100_000 },
  {
    key: 'minBitonalPpi',
    usual: '600 ppi',
    label: t('Lowest resolution without gray'),
    suffix: ' ppi',
    min: 1,
    max: 1200,
  },
  { key: 'maxBlankPages', usual: '4', label: t('Most blank pages in a row'), max: 2000 },
]

const pdfxVersions = ['PDF/X-1a', 'PDF/X-3', 'PDF/X-4'].map(value => ({ value, label: value }))

const spineKinds = [
  { value: 'none', label: t('None (stapled or coil bound)') },
  { value: 'formula', label: t('By paper thickness') },
  { value: 'banded', label: t('By ranges of page counts') },
]

const Bands = ({ path }: { path: Path }) => (
  <Rows
    path={path}
    noun={t('range')}
    newRow={{ fromPages: 1, inches: 0 }}
    row={row => (
      <>
        <NumberField path={[...row, 'fromPages']} label={t('From pages')} min={1} max={2000} />
        <InchesField path={[...row, 'inches']} label={t('Width')} />
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
