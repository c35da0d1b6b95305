// A new product: the book is composed from the catalog, with a picture of it.

import { Button, Group, NumberInput, SimpleGrid, Skeleton, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { BookX } from 'lucide-react'
import { useState } from 'react'
import { type ApiProblem, api } from '../../api.ts'
import { BookPicture } from '../../components/books/BookPicture.tsx'
import { Failure } from '../../components/feedback/Failure.tsx'
import { NoPermission } from '../../components/feedback/NoPermission.tsx'
import { showToast } from '../../components/feedback/toast.ts'
import { LinkButton } from '../../components/layout/AppLink.tsx'
import { EmptyState } from '../../components/layout/EmptyState.tsx'
import { PageFrame, WhileLoading } from '../../components/layout/Page.tsx'
import { Section } from '../../components/layout/Section.tsx'
import { t } from '../../language.ts'
import { useMode } from '../../shell/frame/mode.ts'
import { BookChoice } from '../../shell/orders/BookChoice.tsx'
import { type CatalogEntry, pageCountProblem, pageRule, useCatalog } from '../../shell/orders/catalog.ts'
import { useMay } from '../../shell/session/session.ts'
import { FileUrlInput } from './FileUrlInput.tsx'
import { Prices } from './Prices.tsx'
import classes from './Product.module.css'

export function Page() {
  const catalog = useCatalog()
  if (!useMay('products'))
    return (
      <PageFrame title={t('Create product')}>
        <NoPermission title={t('Your role doesn’t allow you to create products')} />
      </PageFrame>
    )
  return (
    <PageFrame title={t('Create product')} about={t('Choose a book from the catalog and give it your own SKU.')}>
      {catalog.isPending ? (
        <WhileLoading>
          <Skeleton height={320} />
        </WhileLoading>
      ) : null}
      {catalog.error ? <Failure error={catalog.error} retry={() => catalog.refetch()} /> : null}
      {catalog.data?.length === 0 ? (
        <EmptyState icon={BookX} title={t('No books yet')}>
          {t('The catalog has no books yet, so no product can be made.')}
        </EmptyState>
      ) : null}
      {catalog.data?.length ? <NewProduct catalog={catalog.data} /> : null}
    </PageFrame>
  )
}

function NewProduct({ catalog }: { catalog: CatalogEntry[] }) {
  const mode = useMode()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [chosen, setChosen] = useState(catalog[0]!)
  const [pageCount, setPageCount] = useState<number | ''>(120)
  const form = useForm({
    initialValues: { sku: '', name: '', description: '', isbn: '', coverUrl: '', gutsUrl: '' },
  })
  const create = useMutation({
    mutationFn: (values: typeof form.values) =>
      api.POST('/dashboard/api/products', {
        body: {
          sku: values.sku.trim(),
          name: values.name.trim(),
          manufacturingSku: chosen.manufacturingSku,
          description: values.description === '' ? null : values.description,
          pageCount: pageCount === '' ? null : pageCount,
          isbn: values.isbn.trim() === '' ? null : values.isbn.trim(),
          coverUrl: values.coverUrl === '' ? null : values.coverUrl,
          gutsUrl: values.gutsUrl === '' ? null : values.gutsUrl,
        },
      }),
    onSuccess(product) {
      showToast(t('{sku} created', { sku: product.sku }))
      void queries.invalidateQueries({ queryKey: ['products'] })
      void navigate({ to: `/${mode}/products/${encodeURIComponent(product.sku)}` })
    },
    onError(error: ApiProblem) {
      for (const field of ['sku', 'name', 'description', 'isbn', 'coverUrl', 'gutsUrl'] as const) {
        const wrong = error.detailAt?.(`/${field}`)
        if (wrong) form.setFieldError(field, wrong)
      }
      if (error.code === 'already_exists')
        form.setFieldError('sku', t('You already have a product with this SKU. Choose another SKU.'))
    },
  })
  const pagesProblem = pageCount === '' ? null : pageCountProblem(chosen, pageCount)

  return (
    <form onSubmit={form.onSubmit(values => create.mutate(values))} className={classes.columns}>
      <div>
        <Section title={t('Book')}>
          <Stack gap="md">
            <BookChoice catalog={catalog} chosen={chosen} choose={setChosen} />
            <NumberInput
              label={t('Pages')}
              description={t('{pages}. Leave empty to set the page count with each order.', {
                pages: pageRule(chosen.pages),
              })}
              value={pageCount}
              onChange={value => setPageCount(value === '' ? '' : Number(value))}
              min={1}
              step={chosen.pages.step}
              error={pagesProblem === null ? null : t('Enter {pages}.', { pages: pagesProblem })}
            />
          </Stack>
        </Section>
        <Section title={t('Product details')}>
          <Stack gap="md">
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
              <TextInput
                label="SKU"
                description={t('Your orders use this SKU')}
                required
                maxLength={100}
                {...form.getInputProps('sku')}
              />
              <TextInput
                label={t('Name')}
                description={t('Shown in the dashboard')}
                required
                maxLength={200}
                {...form.getInputProps('name')}
              />
            </SimpleGrid>
            <Textarea label={t('Description')} maxLength={2000} {...form.getInputProps('description')} />
            <TextInput
              label="ISBN"
              description={t('If the book has one: we compare the barcode and copyright page with it')}
              maxLength={40}
              {...form.getInputProps('isbn')}
            />
          </Stack>
        </Section>
        <Section
          title={t('Default files')}
          about={t('Used for orders without their own files. You can add them later.')}
        >
          <Stack gap="md">
            <FileUrlInput label={t('Cover PDF URL')} {...form.getInputProps('coverUrl')} />
            <FileUrlInput label={t('Pages PDF URL')} {...form.getInputProps('gutsUrl')} />
          </Stack>
        </Section>
        {create.error && form.isValid() ? <Failure error={create.error} /> : null}
        <Group justify="flex-end" gap="xs" mb="md">
          <LinkButton to={`/${mode}/products`} variant="default">
            {t('Cancel')}
          </LinkButton>
          <Button type="submit" loading={create.isPending} disabled={pagesProblem !== null}>
            {t('Create product')}
          </Button>
        </Group>
      </div>
      <div className={classes.beside}>
        <Section title={chosen.name} about={chosen.manufacturingSku}>
          <BookPicture
            look={chosen.attributes}
            edge={chosen.bindingEdge}
            pageCount={pageCount === '' ? chosen.pages.min : pageCount}
            width={400}
          />
        </Section>
        <Prices manufacturingSku={chosen.manufacturingSku} pageCount={pageCount === '' ? null : pageCount} />
      </div>
    </form>
  )
}
