// One product: its attributes, its templates, its default files; edit and archive.

import { Box, Button, Group, Menu, NumberInput, Select, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Archive, ArchiveRestore, Download } from 'lucide-react'
import { useState } from 'react'
import { ApiProblem, api, isGone, type Mode } from '../../api.ts'
import { BookPicture } from '../../components/books/BookPicture.tsx'
import { bookWord } from '../../components/books/bookWords.ts'
import { showFailure } from '../../components/feedback/toast.ts'
import { showUndo } from '../../components/feedback/UndoToast.tsx'
import { BackLink } from '../../components/layout/BackLink.tsx'
import { Details } from '../../components/layout/Details.tsx'
import { FailedPage } from '../../components/layout/LoadState.tsx'
import { PageFrame, PageSkeleton } from '../../components/layout/Page.tsx'
import { Section } from '../../components/layout/Section.tsx'
import { Code, capitalize, Muted, number, sizeText, Time, Url } from '../../components/layout/Values.tsx'
import { t } from '../../language.ts'
import { useAction } from '../../shell/frame/action.ts'
import { useMode, useParam } from '../../shell/frame/mode.ts'
import { type CatalogEntry, pageCountProblem, pageRule, useCatalog } from '../../shell/orders/catalog.ts'
import { type Product, productOf } from '../../shell/orders/products.ts'
import { useMay } from '../../shell/session/session.ts'
import { FileUrlInput } from './FileUrlInput.tsx'
import { Prices } from './Prices.tsx'
import classes from './Product.module.css'
import { ProductFiles, UploadedCover } from './ProductFiles.tsx'
import { useSharedChange } from './sharedChange.ts'

export function Page() {
  const mode = useMode()
  const sku = useParam('sku')
  const product = useQuery(productOf(sku))
  const catalog = useCatalog()
  const mayChange = useMay('products')
  const back = <BackLink to={`/${mode}/products`}>{t('Products')}</BackLink>
  if (product.isPending || catalog.isPending) return <PageSkeleton />
  if (product.data === undefined || isGone(product.error)) {
    return <FailedPage title={sku} above={back} of={product} />
  }
  const entry = catalog.data?.find(candidate => candidate.manufacturingSku === product.data.manufacturingSku) ?? null
  return (
    <PageFrame
      title={product.data.name}
      above={back}
      about={<Code label={t('Copy SKU')}>{product.data.sku}</Code>}
      actions={mayChange ? <ArchiveButton product={product.data} /> : undefined}
    >
      <div className={classes.columns}>
        <Stack gap={0}>
          <ProductFiles sku={product.data.sku} />
          {mayChange ? (
            <Edit key={product.data.updatedAt} product={product.data} entry={entry} />
          ) : (
            <ReadOnlyDetails product={product.data} />
          )}
          {entry ? <Templates product={product.data} entry={entry} /> : null}
        </Stack>
        <div className={classes.beside}>
          <Section title={entry?.name ?? t('No longer in the catalog')} about={product.data.manufacturingSku}>
            {product.data.attributes ? (
              <Group gap="md" align="flex-start">
                <UploadedCover
                  product={product.data}
                  fallback={
                    <BookPicture
                      look={product.data.attributes}
                      edge={entry?.bindingEdge}
                      pageCount={product.data.pageCount ?? entry?.pages.min ?? 100}
                      width={400}
                    />
                  }
                />
                <Box flex="1 1 16rem">
                  <Details
                    rows={[
                      [t('Size'), sizeText(product.data.attributes.size)],
                      [t('Cover'), capitalize(bookWord(product.data.attributes.cover))],
                      [t('Paper'), bookWord(product.data.attributes.paperType)],
                      [t('Text color'), capitalize(bookWord(product.data.attributes.textColor))],
                      [t('Bleed'), product.data.attributes.bleed ? t('Full bleed') : t('No bleed')],
                      [t('Pages'), entry === null ? '–' : pageRule(entry.pages)],
                      [t('Binding edge'), entry?.bindingEdge === 'right' && t('Right: page 1 is a left-hand page')],
                      [t('Created'), <Time key="t" at={product.data.createdAt} />],
                    ]}
                  />
                </Box>
              </Group>
            ) : (
              <Text c="dimmed">
                {t('New orders for this product will fail because its book is no longer available.')}
              </Text>
            )}
          </Section>
          {entry ? <Prices manufacturingSku={entry.manufacturingSku} pageCount={product.data.pageCount} /> : null}
        </div>
      </div>
    </PageFrame>
  )
}

function ArchiveButton({ product: { sku, archivedAt } }: { product: Product }) {
  const queries = useQueryClient()
  const options = { params: { path: { sku } } }
  const refetch = () => queries.invalidateQueries({ queryKey: ['products'] })
  const send = (act: 'archive' | 'restore') =>
    act === 'archive'
      ? api.POST('/dashboard/api/products/{sku}/archive', options)
      : api.POST('/dashboard/api/products/{sku}/restore', options)
  const change = useAction({
    mutationFn: send,
    onSuccess(_product, act) {
      const text =
        act === 'archive' ? t('{sku} archived. New orders for it will fail.', { sku }) : t('{sku} restored', { sku })
      showUndo(text, () => void send(act === 'archive' ? 'restore' : 'archive').then(refetch, showNotChanged))
      return refetch()
    },
    onError: showNotChanged,
  })
  const act = archivedAt === null ? 'archive' : 'restore'
  const agree = useSharedChange()
  const askFirst = async () => {
    if (await agree()) change.mutate(act)
  }
  const Icon = act === 'archive' ? Archive : ArchiveRestore
  return (
    <Button variant="default" leftSection={<Icon size={15} />} onClick={askFirst} loading={change.isPending}>
      {act === 'archive' ? t('Archive') : t('Restore')}
    </Button>
  )
}

const showNotChanged = showFailure(t('The product was not changed'))

/** For roles that may not edit products. */
const ReadOnlyDetails = ({
  product: { description, pageCount, coverUrl, gutsUrl, proofRequired, isbn, barcodePrice, barcode },
}: {
  product: Product
}) => (
  <Section title={t('Product details')}>
    <Details
      rows={[
        [t('Description'), description ?? <Muted key="d">{t('None')}</Muted>],
        [t('Pages'), pageCount === null ? t('Set with each order') : number(pageCount)],
        ['ISBN', isbn ?? <Muted key="i">{t('None')}</Muted>],
        [t('Price in the barcode'), barcodePrice ? priceText(barcodePrice) : <Muted key="p">{t('None')}</Muted>],
        [t('Barcode'), barcode === 'draw' ? t('Drawn on covers without one') : t('Never drawn')],
        [t('Default cover PDF URL'), coverUrl ? <Url key="c">{coverUrl}</Url> : <Muted key="c">{t('None')}</Muted>],
        [t('Default pages PDF URL'), gutsUrl ? <Url key="g">{gutsUrl}</Url> : <Muted key="g">{t('None')}</Muted>],
        [t('Proof'), proofRequired ? t('Must be approved before printing') : t('Not required')],
      ]}
    />
  </Section>
)

const currencies = ['USD', 'CAD', 'GBP', 'AUD', 'NZD'] as const
const fieldsAt = [
  ['/name', 'name'],
  ['/description', 'description'],
  ['/pageCount', 'pageCount'],
  ['/coverUrl', 'coverUrl'],
  ['/gutsUrl', 'gutsUrl'],
  ['/isbn', 'isbn'],
  ['/barcodePrice/amount', 'priceAmount'],
  ['/barcode', 'drawBarcode'],
] as const

type IsbnValues = {
  isbn: string
  priceCurrency: (typeof currencies)[number]
  priceAmount: string
  drawBarcode: boolean
}

const isbnFields = ({ isbn, priceCurrency: currency, priceAmount, drawBarcode }: IsbnValues) => ({
  isbn: isbn.trim() === '' ? null : isbn.trim(),
  barcodePrice: priceAmount.trim() === '' ? null : { currency, amount: priceAmount.trim() },
  barcode: drawBarcode ? ('draw' as const) : ('none' as const),
})

const priceText = ({ currency, amount }: NonNullable<Product['barcodePrice']>) => `${currency} ${amount}`

function Edit({ product, entry }: { product: Product; entry: CatalogEntry | null }) {
  const form = useForm({
    initialValues: {
      name: product.name,
      description: product.description ?? '',
      pageCount: (product.pageCount ?? '') as number | '',
      coverUrl: product.coverUrl ?? '',
      gutsUrl: product.gutsUrl ?? '',
      proofRequired: product.proofRequired,
      isbn: product.isbn ?? '',
      priceCurrency: product.barcodePrice?.currency ?? 'USD',
      priceAmount: product.barcodePrice?.amount ?? '',
      drawBarcode: product.barcode === 'draw',
    },
    validate: {
      pageCount: value => {
        const problem = value === '' || entry === null ? null : pageCountProblem(entry, Number(value))
        return problem === null ? null : t('Enter {pages}.', { pages: problem })
      },
    },
  })
  const save = useAction({
    mutationFn: (values: typeof form.values) =>
      api.PATCH('/dashboard/api/products/{sku}', {
        params: { path: { sku: product.sku } },
        body: {
          name: values.name.trim(),
          description: values.description === '' ? null : values.description,
          pageCount: values.pageCount === '' ? null : Number(values.pageCount),
          coverUrl: values.coverUrl === '' ? null : values.coverUrl,
          gutsUrl: values.gutsUrl === '' ? null : values.gutsUrl,
          proofRequired: values.proofRequired,
          ...isbnFields(values),
        },
      }),
    refetch: ['products'],
    done: t('Product saved. Existing orders are not affected.'),
    onError(error) {
      let isShown = false
      for (const [pointer, field] of fieldsAt) {
        const wrong = error instanceof ApiProblem && error.detailAt(pointer)
        if (wrong) {
          form.setFieldError(field, wrong)
          isShown = true
        }
      }
      if (!isShown) showFailure(t('The product was not saved'))(error)
    },
  })
  const agree = useSharedChange()
  const submit = async (values: typeof form.values) => {
    if (await agree()) save.mutate(values)
  }
  return (
    <form onSubmit={form.onSubmit(submit)}>
      <Section title={t('Product details')}>
        <Stack gap="md">
          <TextInput label={t('Name')} required maxLength={200} {...form.getInputProps('name')} />
          <Textarea label={t('Description')} maxLength={2000} {...form.getInputProps('description')} />
          <NumberInput
            label={t('Pages')}
            description={
              entry === null
                ? undefined
                : t('{pages}. Leave empty to set the page count with each order.', { pages: pageRule(entry.pages) })
            }
            {...form.getInputProps('pageCount')}
          />
          <FileUrlInput label={t('Default cover PDF URL')} {...form.getInputProps('coverUrl')} />
          <FileUrlInput label={t('Default pages PDF URL')} {...form.getInputProps('gutsUrl')} />
          <Group align="flex-start" gap="sm" wrap="wrap">
            <TextInput
              label="ISBN"
              description={t('We compare barcode and copyright page with it')}
              maxLength={40}
              style={{ flex: '1 1 220px' }}
              {...form.getInputProps('isbn')}
            />
            <TextInput
              label={t('Price in the barcode')}
              description={t('Empty: no price')}
              placeholder="19.99"
              inputMode="decimal"
              maxLength={5}
              w={150}
              {...form.getInputProps('priceAmount')}
            />
            <Select
              label={t('Currency')}
              description={t('Of this price')}
              data={currencies}
              allowDeselect={false}
              w={110}
              {...form.getInputProps('priceCurrency')}
            />
          </Group>
          <Switch
            size="md"
            label={t('Draw the barcode on covers without one')}
            description={t('In the barcode area of the cover. You see it in the preview.')}
            {...form.getInputProps('drawBarcode', { type: 'checkbox' })}
          />
          <Switch
            size="md"
            label={t('Orders wait until their proof is approved')}
            {...form.getInputProps('proofRequired', { type: 'checkbox' })}
          />
          <Group justify="flex-end">
            <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
              {t('Save')}
            </Button>
          </Group>
        </Stack>
      </Section>
    </form>
  )
}

type TemplateMenu = { name: string; links: [label: string, href: string][] }
type MenuSettings = { mode: Mode; pages: number | '' }

/** A template with the barcode has it drawn where the product has an ISBN. An invented book is not for production. */
function templateMenus(
  { isbn, barcodePrice }: Product,
  { manufacturingSku }: CatalogEntry,
  { mode, pages }: MenuSettings,
): TemplateMenu[] {
  const base = `/templates/published/${manufacturingSku}`
  const price = barcodePrice === null ? '' : `&currency=${barcodePrice.currency}&price=${barcodePrice.amount}`
  const barcode = isbn === null ? '&barcode=true' : `&barcode=true&isbn=${isbn}${price}`
  const of = (kind: string, more = '') => `${base}/${kind}?pageCount=${pages}${more}`
  const hasIsbn = isbn !== null
  const samples: TemplateMenu = {
    name: t('Samples'),
    links: [
      [t('Sample cover'), of('cover/sample')],
      [t('Sample pages'), of('pages/sample')],
    ],
  }
  return [
    {
      name: t('Cover'),
      links: [
        [t('PDF with layers'), of('cover/pdf')],
        [
          hasIsbn ? t('PDF with layers, with barcode') : t('PDF with layers, with barcode area'),
          of('cover/pdf', barcode),
        ],
        [
          hasIsbn ? t('SVG with layers, with barcode') : t('SVG with layers, with barcode area'),
          of('cover/svg', barcode),
        ],
        [hasIsbn ? t('PNG, 300 ppi, with barcode') : t('PNG, 300 ppi, with barcode area'), of('cover/png', barcode)],
        [
          hasIsbn ? t('IDML for InDesign, with barcode') : t('IDML for InDesign, with barcode area'),
          of('cover/idml', barcode),
        ],
      ],
    },
    {
      name: t('Pages'),
      links: [
        [t('PDF with layers'), of('pages/pdf')],
        [t('SVG with layers, right-hand page'), of('pages/svg', '&side=recto')],
        [t('SVG with layers, left-hand page'), of('pages/svg', '&side=verso')],
        [t('PNG, 300 ppi, right-hand page'), of('pages/png', '&side=recto')],
        [t('PNG, 300 ppi, left-hand page'), of('pages/png', '&side=verso')],
        [t('IDML for InDesign'), of('pages/idml')],
      ],
    },
    ...(mode === 'production' ? [] : [samples]),
  ]
}

/** Templates to design with, for a page count that the book allows. */
function Templates({ product, entry }: { product: Product; entry: CatalogEntry }) {
  const [pages, setPages] = useState<number | ''>(product.pageCount ?? entry.pages.min)
  const problem = pages === '' ? t('a page count') : pageCountProblem(entry, pages)
  const mode = useMode()
  const menus = templateMenus(product, entry, { mode, pages })
  return (
    <Section
      title={t('Templates')}
      about={[
        t('Templates with the exact size, safe area and spine. Each kind of guide is a layer, and guides don’t print.'),
        ...(mode === 'production' ? [] : [t('The samples are an invented book, to try orders with.')]),
      ].join(' ')}
    >
      <Group align="flex-end" gap="sm">
        <NumberInput
          label={t('Page count')}
          w={140}
          value={pages}
          step={entry.pages.step}
          onChange={value => setPages(value === '' ? '' : Number(value))}
          error={problem !== null}
          description={problem === null ? undefined : t('Enter {pages}', { pages: problem })}
        />
        {menus.map(({ name, links }) => (
          <Menu key={name} position="bottom-start" withinPortal>
            <Menu.Target>
              <Button
                variant="default"
                leftSection={<Download size={14} aria-hidden />}
                disabled={problem !== null}
                aria-label={t('Download: {name}', { name })}
              >
                {name}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {links.map(([label, href]) => (
                <Menu.Item key={label} component="a" href={href} download>
                  {label}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        ))}
      </Group>
    </Section>
  )
}
