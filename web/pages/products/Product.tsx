// One product: its attributes, its templates, its default files; edit and archive.

import { Anchor, Button, Group, NumberInput, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Archive, ArchiveRestore, Download } from 'lucide-react'
import { useState } from 'react'
import { type ApiProblem, api, ask, isGone } from '../../api.ts'
import { BackTo } from '../../components/BackTo.tsx'
import { BookPicture } from '../../components/BookPicture.tsx'
import { useConfirm } from '../../components/Confirm.tsx'
import { Facts } from '../../components/Facts.tsx'
import { Failure } from '../../components/Failure.tsx'
import { PageFrame, PageSkeleton } from '../../components/Page.tsx'
import { Section } from '../../components/Section.tsx'
import { failed, said } from '../../components/toast.ts'
import { Code, capital, None, number, sizeText, Time, Url } from '../../components/Values.tsx'
import { useAct } from '../../shell/act.ts'
import { useMode, useParam } from '../../shell/mode.ts'
import type { Product } from '../../shell/products.ts'
import { useMay } from '../../shell/session.ts'
import { Prices } from './Prices.tsx'
import classes from './Product.module.css'
import { ProductFiles } from './ProductFiles.tsx'
import { type CatalogueEntry, pageCountProblem, pageRule, useCatalogue } from './query.ts'

export function Page() {
  const mode = useMode()
  const sku = useParam('sku')
  const product = useQuery({
    queryKey: ['products', sku],
    queryFn: () => ask(api.GET('/dashboard/api/products/{sku}', { params: { path: { sku } } })),
  })
  const catalogue = useCatalogue()
  const mayChange = useMay('products')
  const back = <BackTo to={`/${mode}/products`}>Products</BackTo>
  if (product.isPending || catalogue.isPending) return <PageSkeleton />
  if (product.data === undefined || isGone(product.error)) {
    return (
      <PageFrame title={sku} above={back}>
        <Failure error={product.error} retry={() => product.refetch()} />
      </PageFrame>
    )
  }
  const entry = catalogue.data?.find(one => one.manufacturingSku === product.data.manufacturingSku) ?? null
  return (
    <PageFrame
      title={product.data.name}
      above={back}
      about={<Code label="Copy the SKU">{product.data.sku}</Code>}
      actions={mayChange ? <ArchiveButton product={product.data} /> : undefined}
    >
      <div className={classes.columns}>
        <Stack gap={0}>
          {mayChange ? (
            <Edit key={product.data.updatedAt} product={product.data} entry={entry} />
          ) : (
            <Kept product={product.data} />
          )}
          <ProductFiles sku={product.data.sku} />
          {entry ? <Templates product={product.data} entry={entry} /> : null}
        </Stack>
        <div>
          <Section title={entry?.name ?? 'No longer in the catalogue'} about={product.data.manufacturingSku}>
            {product.data.attributes ? (
              <>
                <BookPicture
                  look={product.data.attributes}
                  pageCount={product.data.pageCount ?? entry?.pages.min ?? 100}
                  width={400}
                />
                <Facts
                  facts={[
                    ['Size', sizeText(product.data.attributes.size)],
                    ['Cover', capital(product.data.attributes.cover)],
                    ['Paper', product.data.attributes.paperType],
                    ['Text color', capital(product.data.attributes.textColor)],
                    ['Bleed', product.data.attributes.bleed ? 'Full bleed' : 'No bleed'],
                    ['Pages', entry === null ? '–' : pageRule(entry.pages)],
                    ['Created', <Time key="t" at={product.data.createdAt} />],
                  ]}
                />
              </>
            ) : (
              <Text c="dimmed">Orders for it fail until it uses another book of the catalogue.</Text>
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
  const confirm = useConfirm()
  const options = { params: { path: { sku } } }
  const change = useAct({
    mutationFn: () =>
      ask(
        archivedAt === null
          ? api.POST('/dashboard/api/products/{sku}/archive', options)
          : api.POST('/dashboard/api/products/{sku}/restore', options),
      ),
    onSuccess(after) {
      said(after.archivedAt === null ? `${sku} can be ordered again` : `${sku} has been archived`)
      return queries.invalidateQueries({ queryKey: ['products'] })
    },
    onError: failed('The product was not changed'),
  })
  const press = async () => {
    const yes =
      archivedAt !== null ||
      (await confirm({
        title: 'Archive this product?',
        text: 'New orders for it will fail. Orders already placed continue. You can restore it at any time.',
        yes: 'Archive product',
      }))
    if (yes) change.mutate()
  }
  const Icon = archivedAt === null ? Archive : ArchiveRestore
  return (
    <Button variant="default" leftSection={<Icon size={15} />} onClick={press} loading={change.isPending}>
      {archivedAt === null ? 'Archive' : 'Restore'}
    </Button>
  )
}

/** The same, read-only. */
const Kept = ({ product: { description, pageCount, coverUrl, gutsUrl } }: { product: Product }) => (
  <Section title="Your product">
    <Facts
      facts={[
        ['Description', description ?? <None key="d">None</None>],
        ['Pages', pageCount === null ? 'Each order says how many' : number(pageCount)],
        ['Default cover PDF URL', coverUrl ? <Url key="c">{coverUrl}</Url> : <None key="c">None</None>],
        ['Default pages PDF URL', gutsUrl ? <Url key="g">{gutsUrl}</Url> : <None key="g">None</None>],
      ]}
    />
  </Section>
)

function Edit({ product, entry }: { product: Product; entry: CatalogueEntry | null }) {
  const queries = useQueryClient()
  const form = useForm({
    initialValues: {
      name: product.name,
      description: product.description ?? '',
      pageCount: (product.pageCount ?? '') as number | '',
      coverUrl: product.coverUrl ?? '',
      gutsUrl: product.gutsUrl ?? '',
    },
    validate: {
      pageCount: value => {
        const problem = value === '' || entry === null ? null : pageCountProblem(entry, Number(value))
        return problem === null ? null : `This book can have ${problem}.`
      },
    },
  })
  const save = useMutation({
    mutationFn: (values: typeof form.values) =>
      ask(
        api.PATCH('/dashboard/api/products/{sku}', {
          params: { path: { sku: product.sku } },
          body: {
            name: values.name.trim(),
            description: values.description === '' ? null : values.description,
            pageCount: values.pageCount === '' ? null : Number(values.pageCount),
            coverUrl: values.coverUrl === '' ? null : values.coverUrl,
            gutsUrl: values.gutsUrl === '' ? null : values.gutsUrl,
          },
        }),
      ),
    onSuccess() {
      said('Saved. Orders already placed keep the old values.')
      return queries.invalidateQueries({ queryKey: ['products'] })
    },
    onError(error: ApiProblem) {
      let isShown = false
      for (const field of ['name', 'description', 'pageCount', 'coverUrl', 'gutsUrl'] as const) {
        const wrong = error.at?.(`/${field}`)
        if (wrong) {
          form.setFieldError(field, wrong)
          isShown = true
        }
      }
      if (!isShown) failed('The product was not saved')(error)
    },
  })
  return (
    <form onSubmit={form.onSubmit(values => save.mutate(values))}>
      <Section title="Your product">
        <Stack gap="md">
          <TextInput label="Name" required maxLength={200} {...form.getInputProps('name')} />
          <Textarea label="Description" autosize minRows={2} maxLength={2000} {...form.getInputProps('description')} />
          <NumberInput
            label="Pages"
            description={
              entry === null
                ? undefined
                : `${pageRule(entry.pages)}. Leave empty if each order gives its own page count.`
            }
            {...form.getInputProps('pageCount')}
          />
          <TextInput
            label="Default cover PDF URL"
            type="url"
            placeholder="https://"
            {...form.getInputProps('coverUrl')}
          />
          <TextInput
            label="Default pages PDF URL"
            type="url"
            placeholder="https://"
            {...form.getInputProps('gutsUrl')}
          />
          <Group justify="flex-end">
            <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
              Save
            </Button>
          </Group>
        </Stack>
      </Section>
    </form>
  )
}

/** The files to design with, for a page count that the book allows. */
function Templates({ product, entry }: { product: Product; entry: CatalogueEntry }) {
  const [pages, setPages] = useState<number | ''>(product.pageCount ?? entry.pages.min)
  const problem = pages === '' ? 'a page count' : pageCountProblem(entry, pages)
  const base = `/templates/published/${entry.manufacturingSku}`
  return (
    <Section
      title="Templates"
      about="PDF files with the exact size, the safe area and the spine. The guides do not print."
    >
      <Group align="flex-end" gap="sm">
        <NumberInput
          label="Page count"
          w={140}
          value={pages}
          step={entry.pages.step}
          onChange={value => setPages(value === '' ? '' : Number(value))}
          error={problem !== null}
          description={problem === null ? undefined : `Needs ${problem}`}
        />
        {(
          [
            ['Cover', `${base}/cover/pdf?units=in&pageCount=${pages}&barcode=false`],
            ['Cover with barcode', `${base}/cover/pdf?units=in&pageCount=${pages}&barcode=true`],
            ['Pages', `${base}/pages/pdf?units=in&pageCount=${pages}`],
          ] as const
        ).map(([name, href]) => (
          <Anchor
            key={name}
            href={problem === null ? href : undefined}
            download
            size="sm"
            aria-disabled={problem !== null}
          >
            <Group gap={4} component="span" display="inline-flex" h={36}>
              <Download size={14} aria-hidden /> {name}
            </Group>
          </Anchor>
        ))}
      </Group>
    </Section>
  )
}
