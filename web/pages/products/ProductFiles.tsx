// The product's own files: uploaded here, or fetched from their addresses; checked and shown.

import { Button, FileButton, Group, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Trash2, Upload } from 'lucide-react'
import { api, ask } from '../../api.ts'
import { useConfirm } from '../../components/Confirm.tsx'
import { Failure } from '../../components/Failure.tsx'
import { RowsSkeleton } from '../../components/Page.tsx'
import { type PrintFile, PrintFiles } from '../../components/PrintFiles.tsx'
import { Section } from '../../components/Section.tsx'
import { failed, said } from '../../components/toast.ts'
import { useMay } from '../../shell/session.ts'

type Part = PrintFile['part']
const parts: { part: Part; label: string }[] = [
  { part: 'cover', label: 'Upload a cover' },
  { part: 'guts', label: 'Upload pages' },
]

export function ProductFiles({ sku }: { sku: string }) {
  const queries = useQueryClient()
  const confirm = useConfirm()
  const mayChange = useMay('products')
  const key = ['products', sku, 'files']
  const files = useQuery({
    queryKey: key,
    queryFn: () => ask(api.GET('/dashboard/api/products/{sku}/files', { params: { path: { sku } } })),
  })
  const upload = useMutation({
    // The body is the file itself, which the API document cannot type.
    mutationFn: ({ part, file }: { part: Part; file: File }) =>
      ask(
        api.PUT('/dashboard/api/products/{sku}/files/{part}', {
          params: { path: { sku, part } },
          body: file as never,
          bodySerializer: body => body as never,
          headers: { 'content-type': 'application/pdf' },
        }),
      ),
    onSuccess(after, { part }) {
      queries.setQueryData(key, after)
      const isGood = after.files.every(
        one => one.part !== part || one.findings.every(({ severity }) => severity !== 'error'),
      )
      said(
        isGood
          ? 'The file has been uploaded and can be printed'
          : 'The file has been uploaded but cannot be printed: see the findings',
      )
    },
    onError: failed('The file was not uploaded'),
  })
  const remove = useMutation({
    mutationFn: (part: Part) =>
      ask(api.DELETE('/dashboard/api/products/{sku}/files/{part}', { params: { path: { sku, part } } })),
    onSuccess() {
      said('The file has been removed')
      void queries.invalidateQueries({ queryKey: key })
    },
    onError: failed('The file was not removed'),
  })
  const ask4 = async (part: Part) => {
    const yes = await confirm({
      title: 'Remove the file?',
      text: 'Orders that name no file of their own will then have none.',
      yes: 'Remove file',
      danger: true,
    })
    if (yes) remove.mutate(part)
  }
  return (
    <Section
      title="Files"
      about="Checked after the upload. Orders that name no files of their own are printed from these."
      actions={
        mayChange ? (
          <Group gap="xs">
            {parts.map(({ part, label }) => (
              <FileButton key={part} accept="application/pdf" onChange={file => file && upload.mutate({ part, file })}>
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
      {files.isPending ? <RowsSkeleton rows={2} /> : null}
      {files.error ? <Failure error={files.error} retry={() => files.refetch()} /> : null}
      {files.data?.files.length === 0 ? (
        <Text size="sm" c="dimmed">
          None yet. Start with the templates below, which have the exact size.
        </Text>
      ) : null}
      {files.data ? (
        <PrintFiles
          files={files.data.files}
          help="The templates below have the exact size."
          actions={file =>
            mayChange && file.source === 'upload' ? (
              <Button
                size="compact-xs"
                variant="default"
                leftSection={<Trash2 size={12} />}
                onClick={() => ask4(file.part)}
                aria-label={file.part === 'cover' ? 'Remove the cover' : 'Remove the pages'}
              >
                Remove
              </Button>
            ) : null
          }
        />
      ) : null}
    </Section>
  )
}
