// The files of an order that could not be fetched while it waited: a new address for each.

import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { FileX } from 'lucide-react'
import { useState } from 'react'
import { api, type Mode, type Order } from '../../api.ts'
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
            ? 'Enter a working address for each file. We print the order from the bytes we fetch there.'
            : 'Enter a working address for each file within three days of the file check. After that, the order fails.',
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
  const replace = useAction({
    mutationFn: () =>
      api.PUT('/dashboard/api/{mode}/orders/{customerOrderId}/files/{item}/{part}', {
        params: { path: { mode, customerOrderId, item, part } },
        body: { fileUrl: fileUrl.trim() },
      }),
    refetch: [mode],
    done: t('We are fetching the file from its new address'),
    failed: t('The address was not replaced'),
  })
  const label = t(part === 'cover' ? 'Cover PDF URL' : 'Pages PDF URL')
  return (
    <Form submit={() => replace.mutate()}>
      <Group gap="xs" align="flex-end">
        <TextInput
          type="url"
          required
          flex={1}
          label={`${label}: ${names[item]}`}
          value={fileUrl}
          onChange={event => setFileUrl(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={replace.isPending}>
          {t('Replace')}
        </Button>
      </Group>
    </Form>
  )
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
