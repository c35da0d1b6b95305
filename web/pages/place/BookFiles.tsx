// The files that a book of the order will be printed from: those dropped on it, those at its addresses, or those of its
// product; with the cover and the problems of the check.

import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { inchesOf } from '../../components/books/BookPicture.tsx'
import { Cover } from '../../components/books/Cover.tsx'
import type { PrintFile } from '../../components/books/PrintFiles.tsx'
import { Failure } from '../../components/feedback/Failure.tsx'
import { AppLink } from '../../components/layout/AppLink.tsx'
import { Details } from '../../components/layout/Details.tsx'
import { t } from '../../language.ts'
import { useMode } from '../../shell/frame/mode.ts'
import { filesOf, hasFile, type Product } from '../../shell/orders/products.ts'
import { type Draft, type Item, nonEmpty } from './draft.ts'
import type { Part } from './dropped.ts'
import { useFileCheck } from './fileCheck.ts'

const typingMs = 350

/** The beginning of the address of an uploaded file. */
const uploadPrefix = 'urn:sha256:'
const isUpload = (url: string) => url.startsWith(uploadPrefix)

type Props = { product: Product; item: Item }

export function BookFiles({ product, item }: Props) {
  const mode = useMode()
  const { sku, name, attributes, manufacturingSku: book } = product
  const stored = useQuery({ ...filesOf(sku), enabled: product.uploadedFiles.length > 0 }).data?.files
  const { coverUrl, gutsUrl, repairs } = item
  const [pageCount] = useDebouncedValue(item.pageCount, typingMs)
  const isDropped = isUpload(coverUrl) || isUpload(gutsUrl)
  const check = useFileCheck(
    isDropped
      ? { mode, sku, repairs, ...nonEmpty({ coverUrl, gutsUrl }), ...(pageCount === '' ? {} : { pageCount }) }
      : null,
  )
  if (attributes === null) return null
  const { wide: width, tall: height } = inchesOf(attributes.size)
  const shown = isUpload(coverUrl) ? coverUrl.slice(uploadPrefix.length) : coverUrl === '' ? coverOf(stored) : null
  const pictureUrl = shown && `/dashboard/api/covers/${shown}?${new URLSearchParams({ book })}`
  const isOwn = coverUrl === '' && gutsUrl === ''
  const findings = isDropped ? (check.data?.findings ?? []) : isOwn ? (stored ?? []).flatMap(file => file.findings) : []
  const problems = findings.filter(({ severity }) => severity === 'error')
  return (
    <Group gap="sm" mt="xs" wrap="nowrap" align="flex-start">
      <Cover key={pictureUrl} cover={{ width, height, pictureUrl }} name={name} size="item" />
      <Stack gap={4} flex={1}>
        <Details
          rows={[
            [t('Cover'), sourceOf(product, 'cover', coverUrl)],
            [t('Pages [[of a book]]'), sourceOf(product, 'guts', gutsUrl)],
          ]}
        />
        {isDropped && check.isPending ? <Text size="sm">{t('Checking the files …')}</Text> : null}
        {check.error ? <Failure error={check.error} retry={() => void check.refetch()} /> : null}
        {problems.map(({ code, message, file }) => (
          <Text key={`${code} ${file} ${message}`} size="sm" c="red" role="alert">
            {message}
          </Text>
        ))}
        {isOwn && stored?.length ? (
          <AppLink to={`/${mode}/products/${encodeURIComponent(sku)}/book`} size="sm">
            {t('View all pages')}
          </AppLink>
        ) : null}
      </Stack>
    </Group>
  )
}

const coverOf = (files: PrintFile[] | undefined): string | null =>
  files?.find(({ part }) => part === 'cover')?.sha256 ?? null

function sourceOf(product: Product, part: Part, url: string): string {
  if (isUpload(url)) return t('Uploaded for this order')
  if (url !== '') return t('From the address below')
  if (product.uploadedFiles.includes(part)) return t('Uploaded for this product')
  return hasFile(product, part) ? t('From the address of this product') : t('No file yet')
}

type FieldProps = { form: UseFormReturnType<Draft>; i: number; part: Part; label: string; product: Product | undefined }

/** The address of another file for this order. That of an uploaded file says nothing to a person. */
export function FileField({ form, i, part, label, product }: FieldProps) {
  const path = `items.${i}.${part}Url`
  const input = form.getInputProps(path)
  return isUpload(String(input.value)) ? (
    <TextInput
      label={label}
      {...input}
      value={t('Uploaded file')}
      readOnly
      rightSection={
        <Button
          size="compact-xs"
          variant="subtle"
          aria-label={t('Remove')}
          onClick={() => form.setFieldValue(path, '')}
        >
          <X size={14} />
        </Button>
      }
    />
  ) : (
    <TextInput
      label={label}
      placeholder={hasFile(product, part) ? t('Product file') : 'https://'}
      type="url"
      {...input}
    />
  )
}
