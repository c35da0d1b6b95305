// The files of an order that could not be fetched while it waited: an upload or a new address for each, by its customer
// or by the staff.

import { Alert, Button, FileButton, Group, Stack, Text, TextInput } from '@mantine/core'
import { FileX, Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { type Order, type UploadTo, uploadFile } from '../../api.ts'
import { Form } from '../../components/forms/Form.tsx'
import { t } from '../../language.ts'
import { useAction } from '../frame/action.ts'

type MissingFile = { item: number; part: 'cover' | 'guts' }
type Props = {
  order: Order
  names: string[]
  uploadTo: UploadTo
  send: (file: MissingFile, fileUrl: string) => Promise<Order>
  /** The queries that show the order. */
  refetch: readonly string[]
}

export function MissingFiles({ order, ...rest }: Props) {
  const files = missingFiles(order)
  return files.length === 0 ? null : (
    <Alert color="orange" mb="md" icon={<FileX size={18} />} title={t('Files we couldn’t fetch')}>
      <Text size="sm">
        {t(
          order.status === 'QUEUED'
            ? 'Upload each file, or enter an address that works. We print the order from these bytes.'
            : 'Upload each file, or enter an address that works, within three days of the file check. After that, the order fails.',
        )}
      </Text>
      <Stack gap="xs" mt="sm">
        {files.map(file => (
          <NewAddress key={`${file.item} ${file.part}`} {...rest} file={file} />
        ))}
      </Stack>
    </Alert>
  )
}

type NewAddressProps = Omit<Props, 'order'> & { file: MissingFile }

function NewAddress({ names, uploadTo, send, refetch, file: missing }: NewAddressProps) {
  const { item, part } = missing
  const [fileUrl, setFileUrl] = useState('')
  // Otherwise the same file could not be chosen again.
  const reset = useRef<() => void>(null)
  const replace = useAction({
    mutationFn: async (file: File | null) =>
      send(missing, file === null ? fileUrl.trim() : await addressOfUpload(uploadTo, file)),
    refetch,
    done: (_, file) => (file === null ? t('We are fetching the file from its new address') : t('File replaced')),
    failed: t('The file was not replaced'),
    onSettled: () => reset.current?.(),
  })
  const label = t(part === 'cover' ? 'Cover PDF URL' : 'Pages PDF URL')
  const upload = t(part === 'cover' ? 'Upload cover' : 'Upload pages')
  return (
    <Form submit={() => replace.mutate(null)}>
      <Group gap="xs" align="flex-end">
        <TextInput
          type="url"
          required
          flex={1}
          label={`${label}: ${names[item]}`}
          value={fileUrl}
          onChange={event => setFileUrl(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={replace.isPending && replace.variables === null}>
          {t('Replace')}
        </Button>
        <FileButton accept="application/pdf" onChange={file => file && replace.mutate(file)} resetRef={reset}>
          {props => (
            <Button
              {...props}
              leftSection={<Upload size={15} />}
              loading={replace.isPending && replace.variables !== null}
              aria-label={`${upload}: ${names[item]}`}
            >
              {upload}
            </Button>
          )}
        </FileButton>
      </Group>
    </Form>
  )
}

async function addressOfUpload(to: UploadTo, file: File): Promise<string> {
  const uploaded = await uploadFile(to, file, { signal: new AbortController().signal, report: () => {} })
  if (uploaded.pageCount === null) throw new Error(uploaded.problem ?? t('This file can’t be read as a PDF.'))
  return uploaded.fileUrl
}

/** Each file that a warning names, once. */
function missingFiles({ warnings }: Order): MissingFile[] {
  const named = warnings.flatMap(({ pointer, code }) => {
    const [, item, part] = /^\/orderItems\/(\d+)\/product\/(cover|guts)Url$/.exec(pointer) ?? []
    return item !== undefined && code.startsWith('file_') ? [`${item} ${part}`] : []
  })
  return [...new Set(named)].map(name => {
    const [item, part] = name.split(' ')
    return { item: Number(item), part: part as MissingFile['part'] }
  })
}
