import { Badge, Group, SegmentedControl, Text } from '@mantine/core'
import { BookOpen, Plus } from 'lucide-react'
import { BookPicture } from '../../components/books/BookPicture.tsx'
import { AppLink, LinkButton } from '../../components/layout/AppLink.tsx'
import { EmptyState } from '../../components/layout/EmptyState.tsx'
import type { Column } from '../../components/layout/List.tsx'
import { PageFrame } from '../../components/layout/Page.tsx'
import { PagedList } from '../../components/layout/PagedList.tsx'
import { Code, number, sizeText } from '../../components/layout/Values.tsx'
import { useFilters, useMode } from '../../shell/mode.ts'
import type { Product } from '../../shell/products.ts'
import { useMay } from '../../shell/session.ts'
import { useProducts } from './query.ts'

export function Page() {
  const mode = useMode()
  const [{ archived }, setFilters] = useFilters()
  const products = useProducts(archived === 'true')
  const create = useMay('products') ? (
    <LinkButton to={`/${mode}/products/new`} leftSection={<Plus size={15} />}>
      {' '}
      Create product{' '}
    </LinkButton>
  ) : undefined
  const columns: Column<Product>[] = [
    {
      title: 'Product',
      cell: product => (
        <Group gap="sm" wrap="nowrap">
          {product.attributes ? (
            <BookPicture look={product.attributes} pageCount={product.pageCount ?? 120} width={44} plain />
          ) : null}
          <AppLink to={`/${mode}/products/${encodeURIComponent(product.sku)}`} fw={500} className="wrap">
            {product.name}
          </AppLink>
        </Group>
      ),
    },
    { title: 'SKU', cell: ({ sku }) => <Code label={`Copy the SKU ${sku}`}>{sku}</Code> },
    {
      title: 'Format',
      cell: ({ attributes, manufacturingSku }) =>
        attributes === null ? (
          <Text span c="dimmed">
            {manufacturingSku} (no longer in the catalog)
          </Text>
        ) : (
          <>
            {sizeText(attributes.size)}, {attributes.cover}
          </>
        ),
    },
    {
      title: 'Pages',
      right: true,
      cell: ({ pageCount }) =>
        pageCount === null ? (
          <Text span c="dimmed">
            {' '}
            Set with order{' '}
          </Text>
        ) : (
          number(pageCount)
        ),
    },
    {
      title: 'Files',
      wideOnly: true,
      cell: ({ coverUrl, gutsUrl }) =>
        coverUrl && gutsUrl ? (
          <Badge variant="light" color="teal" radius="sm">
            Cover and pages
          </Badge>
        ) : (
          <Text span c="dimmed">
            {coverUrl || gutsUrl ? 'Incomplete' : 'Sent with orders'}
          </Text>
        ),
    },
  ]
  return (
    <PageFrame
      title="Products"
      about="The books you sell. Use their SKUs in sandbox and production orders."
      actions={create}
    >
      <SegmentedControl
        size="xs"
        mb="md"
        aria-label="Product status"
        value={archived ?? 'false'}
        onChange={value => setFilters({ archived: value === 'true' ? 'true' : undefined })}
        data={[
          { value: 'false', label: 'Active' },
          { value: 'true', label: 'Archived' },
        ]}
      />
      <PagedList
        of={products}
        rowsOf={page => page.products}
        label="Products"
        columns={columns}
        keyOf={({ sku }) => sku}
        empty={
          archived ? (
            <EmptyState icon={BookOpen} title="No archived products">
              Archived products can’t be ordered. Their SKUs stay reserved and existing orders are not affected.
            </EmptyState>
          ) : (
            <EmptyState
              icon={BookOpen}
              title={create ? 'Create your first product' : 'No products yet'}
              action={create}
            >
              Choose a book from the catalog and give it your own SKU. Then use the SKU in your orders.
            </EmptyState>
          )
        }
      />
    </PageFrame>
  )
}
