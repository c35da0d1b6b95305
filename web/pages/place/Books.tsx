// The books of an order that is placed by hand: which, how many, and with which files.

import {
  ActionIcon,
  Anchor,
  Button,
  Group,
  NumberInput,
  Select,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { Plus, Trash2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Section } from '../../components/Section.tsx'
import { templatesOf } from '../../components/templates.ts'
import type { Product } from '../../shell/products.ts'
import { needsRetailPrice } from './countries.ts'
import { type Draft, emptyItem, type Item } from './draft.ts'
import classes from './Place.module.css'

/** With more books, the button is repeated at the end. */
const booksInSight = 2
/** In the list of products, until one types a part of its SKU or name. */
const productsInSight = 100

export function Books({ form, products }: { form: UseFormReturnType<Draft>; products: Product[] }) {
  const draft = form.values
  const skus = products.map(({ sku, name }) => ({ value: sku, label: `${sku} · ${name}` }))
  const productOf = (item: Item) => products.find(({ sku }) => sku === item.sku)
  const books = useRef<HTMLDivElement>(null)
  const isAdded = useRef(false)
  const count = draft.items.length
  // A new book is added below all others, possibly far from the button.
  useEffect(() => {
    if (isAdded.current && count > 0) books.current?.lastElementChild?.querySelector('input')?.focus()
    isAdded.current = false
  }, [count])
  const another = (
    <Button
      size="xs"
      variant="default"
      leftSection={<Plus size={14} />}
      onClick={() => {
        isAdded.current = true
        form.insertListItem('items', emptyItem)
      }}
    >
      Add a book
    </Button>
  )
  return (
    <Section title="Books" actions={another}>
      <Stack gap="md" ref={books}>
        {draft.items.map((item, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a form's rows have no other name
          <fieldset key={i} className={classes.item}>
            <legend>Book {i + 1}</legend>
            <div className={classes.itemFields} data-many={draft.items.length > 1 || undefined}>
              <Select
                label="Product"
                data={skus}
                limit={productsInSight}
                required
                searchable
                {...form.getInputProps(`items.${i}.sku`)}
              />
              <NumberInput label="Copies" min={1} max={10000} required {...form.getInputProps(`items.${i}.quantity`)} />
              <NumberInput
                label="Pages"
                placeholder={pagesOf(productOf(item))}
                min={1}
                hideControls
                {...form.getInputProps(`items.${i}.pageCount`)}
              />
              <TextInput
                label="Retail price"
                placeholder="19.99"
                leftSection="$"
                leftSectionWidth={24}
                required={needsRetailPrice(draft.country)}
                {...form.getInputProps(`items.${i}.retailPrice`)}
              />
              {draft.items.length === 1 ? null : (
                <ActionIcon
                  aria-label={`Remove book ${i + 1}`}
                  onClick={() => form.removeListItem('items', i)}
                  size={36}
                  className={classes.remove}
                >
                  <Trash2 size={16} />
                </ActionIcon>
              )}
            </div>
            <SimpleGrid cols={{ base: 1, xs: 2 }} mt="xs" spacing="sm">
              <TextInput
                label="Cover PDF URL"
                placeholder={productOf(item)?.coverUrl ? 'The product’s, or https://' : 'https://'}
                type="url"
                {...form.getInputProps(`items.${i}.coverUrl`)}
              />
              <TextInput
                label="Pages PDF URL"
                placeholder={productOf(item)?.gutsUrl ? 'The product’s, or https://' : 'https://'}
                type="url"
                {...form.getInputProps(`items.${i}.gutsUrl`)}
              />
            </SimpleGrid>
            <Templates
              product={productOf(item)}
              item={item}
              fill={files => form.setFieldValue(`items.${i}`, { ...item, ...files })}
            />
          </fieldset>
        ))}
      </Stack>
      {count > booksInSight ? (
        <Group justify="flex-end" mt="md">
          {another}
        </Group>
      ) : null}
    </Section>
  )
}

/** What applies where nothing is entered: the product's page count, or that of the file. */
const pagesOf = (product: Product | undefined): string =>
  product?.pageCount ? `Default: ${product.pageCount}` : 'From the file'

type TemplatesProps = {
  product: Product | undefined
  item: Item
  fill: (files: { coverUrl: string; gutsUrl: string }) => void
}

/** Users who have no files yet can order with the templates, which is enough to see a whole order. */
function Templates({ product, item, fill }: TemplatesProps) {
  if (product === undefined || (product.coverUrl !== null && product.gutsUrl !== null)) return null
  if (item.coverUrl !== '' || item.gutsUrl !== '') return null
  const files = templatesOf({ ...product, pageCount: item.pageCount === '' ? product.pageCount : item.pageCount })
  if (files === null) return null
  return (
    <Text size="sm" c="dimmed" mt="xs">
      This product has no files of its own.{' '}
      <Anchor component="button" type="button" size="sm" onClick={() => fill(files)}>
        Use the templates
      </Anchor>{' '}
      to try it out.
    </Text>
  )
}
