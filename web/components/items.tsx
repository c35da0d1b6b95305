// The books of an order, one per line.

import { Text } from '@mantine/core'
import type { Order } from '../api.ts'
import type { Column } from './List.tsx'
import classes from './Order.module.css'
import { money, None, number } from './Values.tsx'

type Item = Order['orderItems'][number] & { index: number; knownPages: number | undefined }

/** `pageCounts` are what each item has, whether it names one or not. */
export const itemRows = ({ orderItems }: Order, pageCounts: number[]): Item[] =>
  orderItems.map((item, index) => ({ ...item, index, knownPages: item.pageCount ?? pageCounts[index] }))

export const itemColumns: Column<Item>[] = [
  {
    title: 'Product',
    cell: item => (
      <Text span fw={500} className="wrap">
        {item.sku}
      </Text>
    ),
  },
  { title: 'Copies', cell: item => number(item.quantity), right: true },
  {
    title: 'Pages',
    cell: ({ pageCount, knownPages }) =>
      knownPages === undefined ? (
        <None>As the product</None>
      ) : (
        <span title={pageCount === undefined ? 'The order names none: as its file or the product has' : undefined}>
          {number(knownPages)}
        </span>
      ),
    right: true,
  },
  {
    title: 'Retail price',
    cell: item => (item.retailPrice === undefined ? '–' : money(Number(item.retailPrice))),
    right: true,
  },
  {
    title: 'Files',
    cell: item => (
      <span className="wrap">
        {item.product?.coverUrl ? (
          <FileLink name="Cover" url={item.product.coverUrl} />
        ) : (
          <None>The product’s cover</None>
        )}
        {', '}
        {item.product?.gutsUrl ? (
          <FileLink name="Pages" url={item.product.gutsUrl} />
        ) : (
          <None>{item.product?.coverUrl ? 'The product’s pages' : 'the product’s pages'}</None>
        )}
      </span>
    ),
  },
]

const FileLink = ({ name, url }: { name: string; url: string }) => (
  <a href={url} target="_blank" rel="noreferrer noopener" title={url} className={classes.link}>
    {name}
  </a>
)
