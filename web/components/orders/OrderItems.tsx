// The books of an order, one per line.

import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Order } from '../../api.ts'
import { t } from '../../language.ts'
import { BookName } from '../books/BookName.tsx'
import { type BookCover, Cover } from '../books/Cover.tsx'
import { type Column, List } from '../layout/List.tsx'
import { Section } from '../layout/Section.tsx'
import { Muted, money, number } from '../layout/Values.tsx'
import classes from './Order.module.css'

type Item = Order['orderItems'][number] & {
  index: number
  knownPages: number | undefined
  cover: BookCover | null | undefined
  title: string | null
}

/** Of each item in turn, also what the request does not name; empty if the order cannot be printed. */
type Known = { pageCounts: number[]; covers: (BookCover | null)[]; bookTitles: (string | null)[] }

type Props = { order: Order; known: Known; below?: ReactNode }

export const Books = ({ order, known, below }: Props) => (
  <Section title={t('Books')} flush>
    <List
      label={t('Books')}
      bare
      rows={itemRows(order, known)}
      columns={itemColumns}
      keyOf={({ index }) => `${index}`}
    />
    {below}
  </Section>
)

const itemRows = ({ orderItems }: Order, { pageCounts, covers, bookTitles }: Known): Item[] =>
  orderItems.map((item, index) => ({
    ...item,
    index,
    knownPages: item.pageCount ?? pageCounts[index],
    cover: covers[index],
    title: bookTitles[index] ?? null,
  }))

const itemColumns: Column<Item>[] = [
  {
    title: t('Product'),
    cell: item => (
      <Group gap="sm" wrap="nowrap">
        <Cover cover={item.cover} name={item.title ?? item.sku} size="item" />
        <BookName {...item} />
      </Group>
    ),
  },
  { title: t('Copies'), cell: item => number(item.quantity), right: true },
  {
    title: t('Pages'),
    cell: ({ pageCount, knownPages }) =>
      knownPages === undefined ? (
        <Muted>{t('From product')}</Muted>
      ) : (
        <span title={pageCount === undefined ? t('From the file or the product') : undefined}>
          {number(knownPages)}
        </span>
      ),
    right: true,
  },
  {
    title: t('Retail price'),
    cell: item => (item.retailPrice === undefined ? '–' : money(Number(item.retailPrice))),
    right: true,
  },
  {
    title: t('Files'),
    cell: item => (
      <span className="wrap">
        {item.product?.coverUrl ? (
          <FileLink name={t('Cover')} url={item.product.coverUrl} />
        ) : (
          <Muted>{t('Product cover')}</Muted>
        )}
        {', '}
        {item.product?.gutsUrl ? (
          <FileLink name={t('Pages [[of a book]]')} url={item.product.gutsUrl} />
        ) : (
          <Muted>{item.product?.coverUrl ? t('Product pages') : t('product pages')}</Muted>
        )}
      </span>
    ),
  },
]

/** The address of an uploaded file cannot be opened. */
const FileLink = ({ name, url }: { name: string; url: string }) =>
  url.startsWith('urn:') ? (
    <span title={url}>{name}</span>
  ) : (
    <a href={url} target="_blank" rel="noreferrer noopener" title={url} className={classes.link}>
      {name}
    </a>
  )
