// Ordering by dropping PDFs: they are uploaded and read at once, and become the files of a book of the order.

import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { ArrowDownUp, CircleAlert, FileUp, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { PrintFiles } from '../../components/books/PrintFiles.tsx'
import { t } from '../../language.ts'
import { labelOf, type Product } from '../../shell/orders/products.ts'
import { Dropzone } from './Dropzone.tsx'
import type { Draft } from './draft.ts'
import { type Dropped, type DroppedFile, type Part, productOfBoth, withoutBook, withParts } from './dropped.ts'
import { checkedFiles } from './fileCheck.ts'
import { KnownBook, NewBook } from './NewBook.tsx'
import type { Upload, Uploads } from './uploads.ts'

/** A cover and its pages. */
const maxAtOnce = 2

type Props = {
  form: UseFormReturnType<Draft>
  uploads: Uploads
  /** The products of the order, each of which may be printed from other files. */
  products: (Product | undefined)[]
  /** Adds a book to the order. */
  add: (sku: string) => void
  /** The first files begin a book in place of the one that the form suggested. */
  begin: () => void
}

export function DropFiles({ form, uploads, products, add, begin }: Props) {
  const { dropped } = form.values
  const set = (changes: Partial<Dropped>) => form.setFieldValue('dropped', before => ({ ...before, ...changes }))
  /** The names of too many files. */
  const [refused, setRefused] = useState<string | null>(null)
  const setParts = (parts: Partial<Record<Part, DroppedFile | null>>) =>
    form.setFieldValue('dropped', before => withParts(before, parts))
  const take = (files: File[]) => {
    if (files.length === 0) return
    const names = files.map(({ name }) => name).join(', ')
    setRefused(files.length > maxAtOnce ? names : null)
    if (files.length > maxAtOnce) return
    begin()
    uploads.add(files)
  }
  const finish = (sku: string) => {
    form.setFieldValue('dropped', withoutBook)
    add(sku)
  }
  const assign = (i: number, part: Part) => {
    form.setFieldValue(`items.${i}.${part}Url`, dropped[part]!.fileUrl)
    setParts({ [part]: null })
  }
  const { cover, guts } = dropped
  const known = productOfBoth(dropped)
  return (
    <Stack gap="sm" mb="md">
      <Dropzone
        label={t('Choose PDFs')}
        text={t('Drop a cover PDF and a pages PDF here, or choose them')}
        about={t('We check them at once, and suggest the books that they fit.')}
        icon={<FileUp size={24} aria-hidden />}
        accept="application/pdf"
        isMany
        take={take}
      />
      {refused === null ? null : (
        <Alert
          color="red"
          icon={<CircleAlert size={18} />}
          title={t('Drop two PDFs: a cover and its pages')}
          role="alert"
        >
          {t('You dropped more: {names}.', { names: refused })}
        </Alert>
      )}
      {uploads.all.map((upload, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name
        <UploadRow key={i} upload={upload} uploads={uploads} />
      ))}
      {cover !== null && guts !== null && known === null ? (
        <NewBook dropped={{ ...dropped, cover, guts }} set={set} finish={finish} actions={part => fileActions(part)} />
      ) : cover !== null || guts !== null ? (
        <PrintFiles
          files={checkedFiles(undefined, dropped)}
          uncheckedText=""
          actions={({ part }) => fileActions(part)}
        />
      ) : null}
      {known === null ? null : <KnownBook sku={known} finish={finish} set={set} />}
      {dropped.waiting.map(({ name }) => (
        <Group key={name} justify="space-between" wrap="nowrap">
          <Text size="sm" className="wrap">
            {t('{name} is a second cover. It follows when {cover} is used or removed.', {
              name,
              cover: cover?.name ?? '',
            })}
          </Text>
          <Button
            size="compact-xs"
            variant="default"
            aria-label={t('Remove {name}', { name })}
            onClick={() => set({ waiting: dropped.waiting.filter(other => other.name !== name) })}
          >
            {t('Remove')}
          </Button>
        </Group>
      ))}
      {(cover === null) === (guts === null) ? null : (
        <OneFile part={cover === null ? 'guts' : 'cover'} products={products} assign={assign} />
      )}
    </Stack>
  )

  function fileActions(part: Part) {
    const name = dropped[part]?.name ?? ''
    return (
      <>
        <Text size="sm" className="wrap">
          {name}
        </Text>
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<ArrowDownUp size={12} />}
          onClick={() => setParts({ cover: guts, guts: cover })}
        >
          {part === 'cover' ? t('These are the pages') : t('This is the cover')}
        </Button>
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<Trash2 size={12} />}
          aria-label={t('Remove {name}', { name })}
          onClick={() => setParts({ [part]: null })}
        >
          {t('Remove')}
        </Button>
      </>
    )
  }
}

const UploadRow = ({ upload: { file, share, problem, isRefused }, uploads }: { upload: Upload; uploads: Uploads }) =>
  problem === null ? (
    <div>
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" className="wrap" role="status">
          {share < 1 ? t('Uploading {name} …', { name: file.name }) : t('Reading {name} …', { name: file.name })}
        </Text>
        <Button
          size="compact-xs"
          variant="default"
          aria-label={t('Remove {name}', { name: file.name })}
          onClick={() => uploads.remove(file)}
        >
          {t('Remove')}
        </Button>
      </Group>
      <Progress value={100 * share} animated={share === 1} aria-label={file.name} mt={4} />
    </div>
  ) : (
    <Alert color="red" icon={<CircleAlert size={18} />} title={file.name} role="alert">
      <Text size="sm">{problem}</Text>
      <Group gap="xs" mt="xs">
        {isRefused ? null : (
          <Button size="xs" variant="default" onClick={() => uploads.retry(file)}>
            {t('Retry')}
          </Button>
        )}
        <Button size="xs" variant="subtle" onClick={() => uploads.remove(file)}>
          {t('Remove')}
        </Button>
      </Group>
    </Alert>
  )

type OneFileProps = { part: Part; products: (Product | undefined)[]; assign: (i: number, part: Part) => void }

/** With one file, a book is missing its other file, or a book of the order is printed with it. */
const OneFile = ({ part, products, assign }: OneFileProps) => (
  <div>
    <Text size="sm">
      {part === 'cover'
        ? t('Now drop the pages of this cover, or print it on a book of this order.')
        : t('Now drop the cover of these pages, or print them in a book of this order.')}
    </Text>
    <Group gap="xs" mt="xs">
      {products.map((product, i) =>
        product === undefined ? null : (
          // biome-ignore lint/suspicious/noArrayIndexKey: a form's rows have no other name
          <Button key={i} size="xs" variant="default" onClick={() => assign(i, part)}>
            {t('Use for {product}', { product: labelOf(product) })}
          </Button>
        ),
      )}
    </Group>
  </div>
)
