// The books of an order, a line each.

import { Text } from '@mantine/core'
import type { Order } from '../api.ts'
import type { Column } from './List.tsx'
import classes from './Order.module.css'
import { money, None, number } from './Values.tsx'

type Item = Order['orderItems'][number]

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
    cell: item => (item.pageCount === undefined ? <None>As the product</None> : number(item.pageCount)),
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
