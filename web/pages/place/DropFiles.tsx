// Ordering by dropping PDFs: they are uploaded and read at once, and become the files of a book of the order.

import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { ArrowDownUp, CircleAlert, FileUp, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { uploadFile } from '../../api.ts'
import { PrintFiles } from '../../components/books/PrintFiles.tsx'
import { number } from '../../components/layout/Values.tsx'
import { t } from '../../language.ts'
import { useMode } from '../../shell/frame/mode.ts'
import { labelOf, type Product } from '../../shell/orders/products.ts'
import { Dropzone } from './Dropzone.tsx'
import type { Draft } from './draft.ts'
import { type Dropped, nothingDropped, type Part, productOfBoth, withFile } from './dropped.ts'
import { checkedFiles } from './fileCheck.ts'
import { KnownBook, NewBook } from './NewBook.tsx'

/** A file on its way; `problem` is null until it failed. */
type Sending = { file: File; share: number; problem: string | null }

type Props = {
  form: UseFormReturnType<Draft>
  /** The products of the order, each of which may be printed from other files. */
  products: (Product | undefined)[]
  /** Adds a book to the order. */
  add: (sku: string) => void
}

export function DropFiles({ form, products, add }: Props) {
  const mode = useMode()
  const [sending, setSending] = useState<Sending[]>([])
  const { dropped } = form.values
  const set = (changes: Partial<Dropped>) => form.setFieldValue('dropped', before => ({ ...before, ...changes }))
  const replace = (file: File, changes: Partial<Sending> | null) =>
    setSending(all => all.flatMap(one => (one.file !== file ? one : changes === null ? [] : { ...one, ...changes })))
  const send = async (file: File) => {
    replace(file, { share: 0, problem: null })
    try {
      const uploaded = await uploadFile(mode, file, share => replace(file, { share }))
      if (uploaded.pageCount === null) throw new Error(t('This file can’t be read as a PDF.'))
      form.setFieldValue('dropped', before => withFile(before, { ...uploaded, name: file.name }))
      replace(file, null)
    } catch (error) {
      replace(file, { problem: error instanceof Error ? error.message : String(error) })
    }
  }
  const take = (files: File[]) => {
    setSending(all => [...all, ...files.map(file => ({ file, share: 0, problem: null }))])
    for (const file of files) void send(file)
  }
  const finish = (sku: string) => {
    form.setFieldValue('dropped', nothingDropped)
    add(sku)
  }
  const assign = (i: number, part: Part) => {
    form.setFieldValue(`items.${i}.${part}Url`, dropped[part]!.fileUrl)
    set({ [part]: null })
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
      {sending.map(({ file, share, problem }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name
        <div key={i}>
          {problem === null ? (
            <>
              <Text size="sm" className="wrap">
                {share < 1
                  ? t('Uploading {name} ({percent}%)', { name: file.name, percent: number(Math.floor(100 * share)) })
                  : t('Reading {name} …', { name: file.name })}
              </Text>
              <Progress value={100 * share} animated={share === 1} aria-label={file.name} mt={4} />
            </>
          ) : (
            <Alert color="red" icon={<CircleAlert size={18} />} title={file.name} role="alert">
              <Text size="sm">{problem}</Text>
              <Group gap="xs" mt="xs">
                <Button size="xs" variant="default" onClick={() => void send(file)}>
                  {t('Retry')}
                </Button>
                <Button size="xs" variant="subtle" onClick={() => replace(file, null)}>
                  {t('Remove')}
                </Button>
              </Group>
            </Alert>
          )}
        </div>
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
      {known === null ? null : <KnownBook sku={known} finish={finish} />}
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
          onClick={() => set({ cover: guts, guts: cover })}
        >
          {part === 'cover' ? t('These are the pages') : t('This is the cover')}
        </Button>
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<Trash2 size={12} />}
          aria-label={t('Remove {name}', { name })}
          onClick={() => set({ [part]: null })}
        >
          {t('Remove')}
        </Button>
      </>
    )
  }
}

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
