// The books of an order, one per line.

import { Text } from '@mantine/core'
import type { Order } from '../../api.ts'
import type { Column } from '../layout/List.tsx'
import { Muted, money, number } from '../layout/Values.tsx'
import classes from './Order.module.css'

type Item = Order['orderItems'][number] & { index: number; knownPages: number | undefined }

/** `pageCounts` has the page count of each item, also if the request does not name it. */
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
        <Muted>From product</Muted>
      ) : (
        <span title={pageCount === undefined ? 'From the file or the product' : undefined}>{number(knownPages)}</span>
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
        {item.product?.coverUrl ? <FileLink name="Cover" url={item.product.coverUrl} /> : <Muted>Product cover</Muted>}
        {', '}
        {item.product?.gutsUrl ? (
          <FileLink name="Pages" url={item.product.gutsUrl} />
        ) : (
          <Muted>{item.product?.coverUrl ? 'Product pages' : 'product pages'}</Muted>
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
