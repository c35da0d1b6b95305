// The product's own files: uploaded here, or fetched from their addresses; checked and shown.

import { Button, FileButton, Group, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Trash2, Upload } from 'lucide-react'
import type { ReactNode } from 'react'
import { api, fileBody } from '../../api.ts'
import { inchesOf } from '../../components/books/BookPicture.tsx'
import { Cover } from '../../components/books/Cover.tsx'
import { type PrintFile, PrintFiles } from '../../components/books/PrintFiles.tsx'
import { showFailure, showToast } from '../../components/feedback/toast.ts'
import { useConfirm } from '../../components/forms/Confirm.tsx'
import { LoadState } from '../../components/layout/LoadState.tsx'
import { Section } from '../../components/layout/Section.tsx'
import { t } from '../../language.ts'
import { useAction } from '../../shell/frame/action.ts'
import { useMode } from '../../shell/frame/mode.ts'
import { filesOf, type Product } from '../../shell/orders/products.ts'
import { useMay } from '../../shell/session/session.ts'
import { useSharedChange } from './sharedChange.ts'

type Part = PrintFile['part']
const parts: { part: Part; label: string }[] = [
  { part: 'cover', label: t('Upload cover') },
  { part: 'guts', label: t('Upload pages') },
]

/** The front of the uploaded cover of a product, or `fallback` without one. */
export function UploadedCover({ product, fallback }: { product: Product; fallback: ReactNode }) {
  const { sku, name, attributes, manufacturingSku: book } = product
  const files = useQuery(filesOf(sku)).data?.files
  const file = files?.find(({ part, source }) => part === 'cover' && source === 'upload')
  if (attributes === null || (files === undefined ? !product.uploadedFiles.includes('cover') : file === undefined))
    return fallback
  const { wide: width, tall: height } = inchesOf(attributes.size)
  const pictureUrl = file ? `/dashboard/api/covers/${file.sha256}?${new URLSearchParams({ book, size: 'page' })}` : null
  return <Cover cover={{ width, height, pictureUrl }} name={name} size="page" />
}

export function ProductFiles({ sku }: { sku: string }) {
  const queries = useQueryClient()
  const confirm = useConfirm()
  const mode = useMode()
  const agree = useSharedChange()
  const mayChange = useMay('products')
  const { queryKey: key } = filesOf(sku)
  const files = useQuery(filesOf(sku))
  const upload = useMutation({
    mutationFn: ({ part, file }: { part: Part; file: File }) =>
      api.PUT('/products/{sku}/files/{part}', {
        params: { path: { sku, part } },
        ...fileBody(file),
        headers: { 'content-type': 'application/pdf' },
      }),
    onSuccess(after, { part }) {
      queries.setQueryData(key, after)
      const isGood = after.files.every(
        file => file.part !== part || file.findings.every(({ severity }) => severity !== 'error'),
      )
      showToast(
        isGood
          ? t('File uploaded and ready to print')
          : t('File uploaded, but it can’t be printed. Check the problems below.'),
      )
    },
    onError: showFailure(t('The file was not uploaded')),
  })
  const remove = useAction({
    mutationFn: (part: Part) => api.DELETE('/products/{sku}/files/{part}', { params: { path: { sku, part } } }),
    refetch: key,
    done: t('File removed'),
    failed: t('The file was not removed'),
  })
  const takeFile = async (part: Part, file: File) => {
    if (await agree()) upload.mutate({ part, file })
  }
  const askFirst = async (part: Part) => {
    const yes = await confirm({
      title: t('Remove this file?'),
      text:
        mode === 'production'
          ? t('New orders for this product will need their own file.')
          : t('New orders for this product, in production too, will need their own file.'),
      confirmLabel: t('Remove file'),
      danger: true,
    })
    if (yes) remove.mutate(part)
  }
  return (
    <Section
      title={t('Files')}
      about={t('We check files after upload and use them for orders without their own files.')}
      actions={
        mayChange ? (
          <Group gap="xs">
            {parts.map(({ part, label }) => (
              <FileButton key={part} accept="application/pdf" onChange={file => file && takeFile(part, file)}>
                {props => (
                  <Button
                    {...props}
                    variant="default"
                    leftSection={<Upload size={15} />}
                    loading={upload.isPending && upload.variables.part === part}
                  >
                    {label}
                  </Button>
                )}
              </FileButton>
            ))}
          </Group>
        ) : undefined
      }
    >
      <LoadState of={files} rows={2} />
      {files.data?.files.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('No files yet. Start with the templates below.')}
        </Text>
      ) : null}
      {files.data ? (
        <PrintFiles
          files={files.data.files}
          book={`/${mode}/products/${encodeURIComponent(sku)}/book`}
          help={t('Use the templates below for the exact size.')}
          actions={file =>
            mayChange && file.source === 'upload' ? (
              <Button
                size="compact-xs"
                variant="default"
                leftSection={<Trash2 size={12} />}
                onClick={() => askFirst(file.part)}
                aria-label={file.part === 'cover' ? t('Remove cover') : t('Remove pages')}
              >
                {t('Remove')}
              </Button>
            ) : null
          }
        />
      ) : null}
    </Section>
  )
}
