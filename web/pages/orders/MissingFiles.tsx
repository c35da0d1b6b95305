// The files of an order that could not be fetched while it waited: an upload or a new address for each.

import { Alert, Button, FileButton, Group, Stack, Text, TextInput } from '@mantine/core'
import { FileX, Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { api, type Mode, type Order, uploadFile } from '../../api.ts'
import { Form } from '../../components/forms/Form.tsx'
import { t } from '../../language.ts'
import { useAction } from '../../shell/frame/action.ts'

type Props = { mode: Mode; order: Order; names: string[] }
type MissingFile = { item: number; part: 'cover' | 'guts' }

export function MissingFiles({ mode, order, names }: Props) {
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
          <NewAddress key={`${file.item} ${file.part}`} mode={mode} order={order} names={names} file={file} />
        ))}
      </Stack>
    </Alert>
  )
}

function NewAddress({ mode, order, names, file: { item, part } }: Props & { file: MissingFile }) {
  const [fileUrl, setFileUrl] = useState('')
  const { customerOrderId } = order
  // Otherwise the same file could not be chosen again.
  const reset = useRef<() => void>(null)
  const replace = useAction({
    mutationFn: async (file: File | null) =>
      api.PUT('/dashboard/api/{mode}/orders/{customerOrderId}/files/{item}/{part}', {
        params: { path: { mode, customerOrderId, item, part } },
        body: { fileUrl: file === null ? fileUrl.trim() : await addressOfUpload(mode, file) },
      }),
    refetch: [mode],
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

async function addressOfUpload(mode: Mode, file: File): Promise<string> {
  const uploaded = await uploadFile(mode, file, { signal: new AbortController().signal, report: () => {} })
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
