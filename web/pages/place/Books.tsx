// The books of an order that is placed by hand: products, quantities and files.

import {
  ActionIcon,
  Anchor,
  Button,
  Group,
  NumberInput,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  TextInput,
} from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQueries, useQuery } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { sampleFilesOf } from '../../components/books/sampleFiles.ts'
import { Fold } from '../../components/layout/Fold.tsx'
import { Section } from '../../components/layout/Section.tsx'
import { needsRetailPrice } from '../../components/orders/countries.ts'
import { rich, t } from '../../language.ts'
import { useMode } from '../../shell/frame/mode.ts'
import { hasFiles, type Product, productOf } from '../../shell/orders/products.ts'
import { BookFiles, FileField } from './BookFiles.tsx'
import { DropFiles } from './DropFiles.tsx'
import { type Draft, emptyItem, type Item } from './draft.ts'
import classes from './Place.module.css'
import { ProductSelect } from './ProductSelect.tsx'
import type { Uploads } from './uploads.ts'

/** With more books, the button is repeated at the end. */
const maxBooksInSight = 2

/** `suggested` is the product that the form begins with, or empty. */
type BooksProps = { form: UseFormReturnType<Draft>; uploads: Uploads; suggested: string }

export function Books({ form, uploads, suggested }: BooksProps) {
  const draft = form.values
  const products = useQueries({
    queries: draft.items.map(({ sku }) => ({ ...productOf(sku), enabled: sku !== '' })),
  }).map(({ data }) => data)
  const books = useRef<HTMLDivElement>(null)
  const isAdded = useRef(false)
  const count = draft.items.length
  // A new book is added below all others, possibly far from the button.
  useEffect(() => {
    if (isAdded.current && count > 0) books.current?.lastElementChild?.querySelector('input')?.focus()
    isAdded.current = false
  }, [count])
  const isOnly = (item: Item) => count === 1 && JSON.stringify(draft.items[0]) === JSON.stringify(item)
  const isEmpty = isOnly(emptyItem)
  /** Until a person has chosen a product. */
  const isSuggested = isOnly({ ...emptyItem, sku: suggested }) && !form.isTouched('items.0.sku')
  const addDropped = (sku: string) => {
    if (isEmpty) form.setFieldValue('items.0.sku', sku)
    else form.insertListItem('items', { ...emptyItem, sku })
  }
  /** The person has not chosen the suggested product, and the files may belong to another book. */
  const begin = () => {
    if (isSuggested) form.setFieldValue('items', [emptyItem])
  }
  const isNew = uploads.all.length > 0 || (draft.dropped.cover !== null && draft.dropped.guts !== null)
  const isHidden = isEmpty && (isNew || suggested === '')
  const addButton = (
    <Button
      size="xs"
      variant="default"
      leftSection={<Plus size={14} />}
      onClick={() => {
        isAdded.current = true
        form.insertListItem('items', emptyItem)
      }}
    >
      {t('Add a book')}
    </Button>
  )
  return (
    <Section title={t('Books')} actions={isHidden ? null : addButton}>
      <DropFiles form={form} uploads={uploads} products={products} add={addDropped} begin={begin} />
      {isHidden ? null : (
        <Stack gap="md" ref={books}>
          {draft.items.map((item, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a form's rows have no other name
            <Book key={i} form={form} item={item} i={i} />
          ))}
        </Stack>
      )}
      {count > maxBooksInSight ? (
        <Group justify="flex-end" mt="md">
          {addButton}
        </Group>
      ) : null}
    </Section>
  )
}

type BookProps = { form: UseFormReturnType<Draft>; item: Item; i: number }

function Book({ form, item, i }: BookProps) {
  const found = useQuery({ ...productOf(item.sku), enabled: item.sku !== '' }).data
  const product = found?.archivedAt === null ? found : undefined
  return (
    <fieldset className={classes.item}>
      <legend>{t('Book {number}', { number: i + 1 })}</legend>
      <div className={classes.itemFields} data-many={form.values.items.length > 1 || undefined}>
        <ProductSelect product={product} {...form.getInputProps(`items.${i}.sku`)} />
        <NumberInput label={t('Copies')} min={1} max={10000} required {...form.getInputProps(`items.${i}.quantity`)} />
        <NumberInput
          label={t('Pages')}
          placeholder={pagesOf(product)}
          min={1}
          hideControls
          {...form.getInputProps(`items.${i}.pageCount`)}
        />
        <TextInput
          label={t('Retail price')}
          placeholder="19.99"
          leftSection="$"
          leftSectionWidth={24}
          required={needsRetailPrice(form.values.country)}
          {...form.getInputProps(`items.${i}.retailPrice`)}
        />
        {form.values.items.length === 1 ? null : (
          <ActionIcon
            aria-label={t('Remove book {number}', { number: i + 1 })}
            onClick={() => form.removeListItem('items', i)}
            size={36}
            className={classes.remove}
          >
            <Trash2 size={16} />
          </ActionIcon>
        )}
      </div>
      {product === undefined ? null : <BookFiles product={product} item={item} />}
      <SimpleGrid cols={{ base: 1, xs: 2 }} mt="xs" spacing="sm">
        <FileField form={form} i={i} part="cover" label={t('Cover PDF URL')} product={product} />
        <FileField form={form} i={i} part="guts" label={t('Pages PDF URL')} product={product} />
      </SimpleGrid>
      <SampleFiles
        product={product}
        item={item}
        fill={files => form.setFieldValue(`items.${i}`, { ...item, ...files })}
      />
      <Fold title={t('File options')} isUsed={!item.repairs}>
        <Switch
          label={t('Repair small faults in the files')}
          description={t(
            'Adds missing blank pages, or sets black RGB text in black ink, for example. If this is off, files are printed as sent, and an order whose files need a repair fails.',
          )}
          {...form.getInputProps(`items.${i}.repairs`, { type: 'checkbox' })}
        />
      </Fold>
    </fieldset>
  )
}

/** The value of an empty field: the page count of the product or the file. */
const pagesOf = (product: Product | undefined): string =>
  product?.pageCount ? t('Default: {count}', { count: product.pageCount }) : t('From the file')

type SampleFilesProps = {
  product: Product | undefined
  item: Item
  fill: (files: { coverUrl: string; gutsUrl: string }) => void
}

/** Sandbox orders can be placed with sample artwork, which is enough to see a whole order. */
function SampleFiles({ product, item, fill }: SampleFilesProps) {
  const mode = useMode()
  if (mode === 'production' || product === undefined || hasFiles(product)) return null
  if (item.coverUrl !== '' || item.gutsUrl !== '') return null
  const files = sampleFilesOf({ ...product, pageCount: item.pageCount === '' ? product.pageCount : item.pageCount })
  if (files === null) return null
  return (
    <Text size="sm" c="dimmed" mt="xs">
      {rich('This product has no files yet. <button>Use our sample artwork</button> to place a test order.', {
        button: text => (
          <Anchor component="button" type="button" size="sm" onClick={() => fill(files)}>
            {text}
          </Anchor>
        ),
      })}
    </Text>
  )
}
