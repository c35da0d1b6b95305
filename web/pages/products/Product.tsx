// One product: its attributes, its templates, its default files; edit and archive.

import { Anchor, Button, Group, NumberInput, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Archive, ArchiveRestore, Download } from 'lucide-react'
import { useState } from 'react'
import { type ApiProblem, api, isGone, unwrap } from '../../api.ts'
import { BookPicture } from '../../components/books/BookPicture.tsx'
import { Failure } from '../../components/feedback/Failure.tsx'
import { showFailure, showToast } from '../../components/feedback/toast.ts'
import { useConfirm } from '../../components/forms/Confirm.tsx'
import { BackLink } from '../../components/layout/BackLink.tsx'
import { Facts } from '../../components/layout/Facts.tsx'
import { PageFrame, PageSkeleton } from '../../components/layout/Page.tsx'
import { Section } from '../../components/layout/Section.tsx'
import { Code, capitalize, Muted, number, sizeText, Time, Url } from '../../components/layout/Values.tsx'
import { useAction } from '../../shell/action.ts'
import { useMode, useParam } from '../../shell/mode.ts'
import { type Product, productOf } from '../../shell/products.ts'
import { useMay } from '../../shell/session.ts'
import { Prices } from './Prices.tsx'
import classes from './Product.module.css'
import { ProductFiles } from './ProductFiles.tsx'
import { type CatalogEntry, pageCountProblem, pageRule, useCatalog } from './query.ts'

export function Page() {
  const mode = useMode()
  const sku = useParam('sku')
  const product = useQuery(productOf(sku))
  const catalog = useCatalog()
  const mayChange = useMay('products')
  const back = <BackLink to={`/${mode}/products`}>Products</BackLink>
  if (product.isPending || catalog.isPending) return <PageSkeleton />
  if (product.data === undefined || isGone(product.error)) {
    return (
      <PageFrame title={sku} above={back}>
        <Failure error={product.error} retry={() => product.refetch()} />
      </PageFrame>
    )
  }
  const entry = catalog.data?.find(candidate => candidate.manufacturingSku === product.data.manufacturingSku) ?? null
  return (
    <PageFrame
      title={product.data.name}
      above={back}
      about={<Code label="Copy SKU">{product.data.sku}</Code>}
      actions={mayChange ? <ArchiveButton product={product.data} /> : undefined}
    >
      <div className={classes.columns}>
        <Stack gap={0}>
          {mayChange ? (
            <Edit key={product.data.updatedAt} product={product.data} entry={entry} />
          ) : (
            <ReadOnlyDetails product={product.data} />
          )}
          <ProductFiles sku={product.data.sku} />
          {entry ? <Templates product={product.data} entry={entry} /> : null}
        </Stack>
        <div>
          <Section title={entry?.name ?? 'No longer in the catalog'} about={product.data.manufacturingSku}>
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
                    ['Cover', capitalize(product.data.attributes.cover)],
                    ['Paper', product.data.attributes.paperType],
                    ['Text color', capitalize(product.data.attributes.textColor)],
                    ['Bleed', product.data.attributes.bleed ? 'Full bleed' : 'No bleed'],
                    ['Pages', entry === null ? '–' : pageRule(entry.pages)],
                    ['Created', <Time key="t" at={product.data.createdAt} />],
                  ]}
                />
              </>
            ) : (
              <Text c="dimmed">New orders for this product will fail because its book is no longer available.</Text>
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
  const change = useAction({
    mutationFn: () =>
      unwrap(
        archivedAt === null
          ? api.POST('/dashboard/api/products/{sku}/archive', options)
          : api.POST('/dashboard/api/products/{sku}/restore', options),
      ),
    onSuccess(after) {
      showToast(after.archivedAt === null ? `${sku} restored` : `${sku} archived`)
      return queries.invalidateQueries({ queryKey: ['products'] })
    },
    onError: showFailure('The product was not changed'),
  })
  const confirmAndChange = async () => {
    const yes =
      archivedAt !== null ||
      (await confirm({
        title: 'Archive this product?',
        text: 'New orders for this product will fail. Existing orders are not affected. You can restore it at any time.',
        confirmLabel: 'Archive product',
      }))
    if (yes) change.mutate()
  }
  const Icon = archivedAt === null ? Archive : ArchiveRestore
  return (
    <Button variant="default" leftSection={<Icon size={15} />} onClick={confirmAndChange} loading={change.isPending}>
      {archivedAt === null ? 'Archive' : 'Restore'}
    </Button>
  )
}

/** For roles that may not edit products. */
const ReadOnlyDetails = ({
  product: { description, pageCount, coverUrl, gutsUrl, proofRequired },
}: {
  product: Product
}) => (
  <Section title="Product details">
    <Facts
      facts={[
        ['Description', description ?? <Muted key="d">None</Muted>],
        ['Pages', pageCount === null ? 'Set with each order' : number(pageCount)],
        ['Default cover PDF URL', coverUrl ? <Url key="c">{coverUrl}</Url> : <Muted key="c">None</Muted>],
        ['Default pages PDF URL', gutsUrl ? <Url key="g">{gutsUrl}</Url> : <Muted key="g">None</Muted>],
        ['Proof', proofRequired ? 'Must be approved before printing' : 'Not required'],
      ]}
    />
  </Section>
)

function Edit({ product, entry }: { product: Product; entry: CatalogEntry | null }) {
  const queries = useQueryClient()
  const form = useForm({
    initialValues: {
      name: product.name,
      description: product.description ?? '',
      pageCount: (product.pageCount ?? '') as number | '',
      coverUrl: product.coverUrl ?? '',
      gutsUrl: product.gutsUrl ?? '',
      proofRequired: product.proofRequired,
    },
    validate: {
      pageCount: value => {
        const problem = value === '' || entry === null ? null : pageCountProblem(entry, Number(value))
        return problem === null ? null : `Enter ${problem}.`
      },
    },
  })
  const save = useMutation({
    mutationFn: (values: typeof form.values) =>
      unwrap(
        api.PATCH('/dashboard/api/products/{sku}', {
          params: { path: { sku: product.sku } },
          body: {
            name: values.name.trim(),
            description: values.description === '' ? null : values.description,
            pageCount: values.pageCount === '' ? null : Number(values.pageCount),
            coverUrl: values.coverUrl === '' ? null : values.coverUrl,
            gutsUrl: values.gutsUrl === '' ? null : values.gutsUrl,
            proofRequired: values.proofRequired,
          },
        }),
      ),
    onSuccess() {
      showToast('Product saved. Existing orders are not affected.')
      return queries.invalidateQueries({ queryKey: ['products'] })
    },
    onError(error: ApiProblem) {
      let isShown = false
      for (const field of ['name', 'description', 'pageCount', 'coverUrl', 'gutsUrl'] as const) {
        const wrong = error.detailAt?.(`/${field}`)
        if (wrong) {
          form.setFieldError(field, wrong)
          isShown = true
        }
      }
      if (!isShown) showFailure('The product was not saved')(error)
    },
  })
  return (
    <form onSubmit={form.onSubmit(values => save.mutate(values))}>
      <Section title="Product details">
        <Stack gap="md">
          <TextInput label="Name" required maxLength={200} {...form.getInputProps('name')} />
          <Textarea label="Description" autosize minRows={2} maxLength={2000} {...form.getInputProps('description')} />
          <NumberInput
            label="Pages"
            description={
              entry === null
                ? undefined
                : `${pageRule(entry.pages)}. Leave empty to set the page count with each order.`
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
          <Switch
            size="md"
            label="Orders wait until their proof is approved"
            {...form.getInputProps('proofRequired', { type: 'checkbox' })}
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

/** Templates to design with, for a page count that the book allows. */
function Templates({ product, entry }: { product: Product; entry: CatalogEntry }) {
  const [pages, setPages] = useState<number | ''>(product.pageCount ?? entry.pages.min)
  const problem = pages === '' ? 'a page count' : pageCountProblem(entry, pages)
  const base = `/templates/published/${entry.manufacturingSku}`
  return (
    <Section
      title="Templates"
      about="PDF templates with the exact size, safe area and spine. Guide lines don’t print. The samples are an invented book, to try orders with."
    >
      <Group align="flex-end" gap="sm">
        <NumberInput
          label="Page count"
          w={140}
          value={pages}
          step={entry.pages.step}
          onChange={value => setPages(value === '' ? '' : Number(value))}
          error={problem !== null}
          description={problem === null ? undefined : `Enter ${problem}`}
        />
        {(
          [
            ['Cover', `${base}/cover/pdf?units=in&pageCount=${pages}&barcode=false`],
            ['Cover with barcode', `${base}/cover/pdf?units=in&pageCount=${pages}&barcode=true`],
            ['Pages', `${base}/pages/pdf?units=in&pageCount=${pages}`],
            ['Sample cover', `${base}/cover/sample?pageCount=${pages}`],
            ['Sample pages', `${base}/pages/sample?pageCount=${pages}`],
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
