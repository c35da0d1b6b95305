import { Badge, Group, SegmentedControl, Text } from '@mantine/core'
import { BookOpen, Plus } from 'lucide-react'
import type { Mode } from '../../api.ts'
import { bookWord } from '../../components/books/bookWords.ts'
import { Cover } from '../../components/books/Cover.tsx'
import { AppLink, LinkButton } from '../../components/layout/AppLink.tsx'
import type { Column } from '../../components/layout/List.tsx'
import { PageFrame } from '../../components/layout/Page.tsx'
import { knownSort, SortSelect } from '../../components/layout/SortSelect.tsx'
import { Code, number, RelativeTime, sizeText } from '../../components/layout/Values.tsx'
import { t } from '../../language.ts'
import { useFilters, useMode } from '../../shell/frame/mode.ts'
import { ListScreen } from '../../shell/lists/ListScreen.tsx'
import { hasFile, hasFiles } from '../../shell/orders/products.ts'
import { useMay } from '../../shell/session/session.ts'
import { type ProductRow, type ProductSort, products } from './query.ts'

const labels: Record<ProductSort, string> = {
  sku: t('By SKU'),
  '-sku': t('By SKU, Z to A'),
  name: t('By name'),
  '-name': t('By name, Z to A'),
  '-created': t('Newest first'),
  created: t('Oldest first'),
}

const columnsOf = (mode: Mode): Column<ProductRow>[] => [
  {
    title: t('Product'),
    sort: { ascending: 'name', descending: '-name' },
    cell: product => (
      <Group gap="sm" wrap="nowrap">
        <Cover cover={product.cover} name={product.name} />
        <AppLink to={`/${mode}/products/${encodeURIComponent(product.sku)}`} fw={500} className="wrap">
          {product.name}
        </AppLink>
      </Group>
    ),
  },
  {
    title: 'SKU',
    sort: { ascending: 'sku', descending: '-sku' },
    cell: ({ sku }) => <Code label={t('Copy the SKU {sku}', { sku })}>{sku}</Code>,
  },
  {
    title: t('Format'),
    cell: ({ attributes, manufacturingSku }) =>
      attributes === null ? (
        <Text span c="dimmed">
          {t('{sku} (no longer in the catalog)', { sku: manufacturingSku })}
        </Text>
      ) : (
        <>
          {sizeText(attributes.size)}, {bookWord(attributes.cover)}
        </>
      ),
  },
  {
    title: t('Pages'),
    right: true,
    cell: ({ pageCount }) =>
      pageCount === null ? (
        <Text span c="dimmed">
          {t('Set with order')}
        </Text>
      ) : (
        number(pageCount)
      ),
  },
  {
    title: t('Files'),
    cell: product =>
      hasFiles(product) ? (
        <Badge color="teal">{t('Cover and pages')}</Badge>
      ) : (
        <Text span c="dimmed">
          {hasFile(product, 'cover') || hasFile(product, 'guts') ? t('Incomplete') : t('Sent with orders')}
        </Text>
      ),
  },
  {
    title: t('Created'),
    sort: { ascending: 'created', descending: '-created', first: 'descending' },
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    wideOnly: true,
  },
]

export function Page() {
  const mode = useMode()
  const [{ archived, sort: named }, setFilters] = useFilters()
  const sort = knownSort(labels, named, 'sku')
  const listSort = { value: sort, change: (value: string) => setFilters({ sort: value === 'sku' ? '' : value }) }
  const create = useMay('products') ? (
    <LinkButton to={`/${mode}/products/new`} leftSection={<Plus size={15} />}>
      {t('Create product')}
    </LinkButton>
  ) : undefined
  return (
    <PageFrame
      title={t('Products')}
      about={t('The books you sell. Use their SKUs in sandbox and production orders.')}
      actions={create}
    >
      <Group gap="xs" mb="md">
        <SegmentedControl
          aria-label={t('Product status')}
          value={archived ?? 'false'}
          onChange={value => setFilters({ archived: value === 'true' ? 'true' : undefined })}
          data={[
            { value: 'false', label: t('Active') },
            { value: 'true', label: t('Archived') },
          ]}
        />
        <SortSelect labels={labels} list={listSort} />
      </Group>
      <ListScreen
        of={products(archived === 'true', sort)}
        rowsOf={page => page.rows}
        label={t('Products')}
        columns={columnsOf(mode)}
        keyOf={({ sku }) => sku}
        sort={listSort}
        empty={
          archived
            ? {
                icon: BookOpen,
                title: t('No archived products'),
                text: t(
                  'Archived products can’t be ordered. Their SKUs stay reserved and existing orders are not affected.',
                ),
              }
            : {
                icon: BookOpen,
                title: create ? t('Create your first product') : t('No products yet'),
                action: create,
                text: t('Choose a book from the catalog and give it your own SKU. Then use the SKU in your orders.'),
              }
        }
      />
    </PageFrame>
  )
}
