import { Badge, Group, SegmentedControl, Text } from '@mantine/core'
import { BookOpen, Plus } from 'lucide-react'
import { BookPicture } from '../../components/BookPicture.tsx'
import { Empty } from '../../components/Empty.tsx'
import { GoButton, GoTo } from '../../components/GoTo.tsx'
import type { Column } from '../../components/List.tsx'
import { PageFrame } from '../../components/Page.tsx'
import { PagedList } from '../../components/PagedList.tsx'
import { Code, number, sizeText } from '../../components/Values.tsx'
import { useFilters, useMode } from '../../shell/mode.ts'
import type { Product } from '../../shell/products.ts'
import { useMay } from '../../shell/session.ts'
import { useProducts } from './query.ts'

export function Page() {
  const mode = useMode()
  const [{ archived }, setFilters] = useFilters()
  const products = useProducts(archived === 'true')
  const create = useMay('products') ? (
    <GoButton to={`/${mode}/products/new`} leftSection={<Plus size={15} />}>
      Create a product
    </GoButton>
  ) : undefined
  const columns: Column<Product>[] = [
    {
      title: 'Product',
      cell: product => (
        <Group gap="sm" wrap="nowrap">
          {product.attributes ? (
            <BookPicture look={product.attributes} pageCount={product.pageCount ?? 120} width={44} plain />
          ) : null}
          <GoTo to={`/${mode}/products/${encodeURIComponent(product.sku)}`} fw={500} className="wrap">
            {product.name}
          </GoTo>
        </Group>
      ),
    },
    { title: 'SKU', cell: ({ sku }) => <Code label={`Copy the SKU ${sku}`}>{sku}</Code> },
    {
      title: 'Format',
      cell: ({ attributes, manufacturingSku }) =>
        attributes === null ? (
          <Text span c="dimmed">
            {manufacturingSku}, no longer in the catalogue
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
            Per order
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
            {coverUrl || gutsUrl ? 'One of two' : 'With each order'}
          </Text>
        ),
    },
  ]
  return (
    <PageFrame
      title="Products"
      about="The books you sell. Orders name them by SKU; sandbox and production share them."
      actions={create}
    >
      <SegmentedControl
        size="xs"
        mb="md"
        aria-label="Which products"
        value={archived ?? 'false'}
        onChange={value => setFilters({ archived: value === 'true' ? 'true' : undefined })}
        data={[
          { value: 'false', label: 'For sale' },
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
            <Empty icon={BookOpen} title="Nothing is archived">
              An archived product can no longer be ordered, but its SKU stays taken and its orders stay as they are.
            </Empty>
          ) : (
            <Empty icon={BookOpen} title={create ? 'Create your first product' : 'No products yet'} action={create}>
              A product is a book of the catalogue (its size, cover and paper) under a SKU of your own, which your
              orders name.
            </Empty>
          )
        }
      />
    </PageFrame>
  )
}
