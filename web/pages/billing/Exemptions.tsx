// Papers that exempt an account from sales tax in a state, once the staff has approved them.

import { Badge, Button, FileButton, Group, Select, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FileBadge, Upload } from 'lucide-react'
import { useState } from 'react'
import { api, ask } from '../../api.ts'
import type { Exemption } from '../../apiTypes.ts'
import { Empty } from '../../components/Empty.tsx'
import { Failure } from '../../components/Failure.tsx'
import { type Column, List } from '../../components/List.tsx'
import { RowsSkeleton } from '../../components/Page.tsx'
import { Section } from '../../components/Section.tsx'
import { failed, said } from '../../components/toast.ts'
import { Time } from '../../components/Values.tsx'
import { useAct } from '../../shell/act.ts'
import { useMay } from '../../shell/session.ts'

const states =
  'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY'.split(
    ' ',
  )

const looks = {
  submitted: { label: 'Under review', color: 'blue' },
  approved: { label: 'Approved', color: 'teal' },
  refused: { label: 'Refused', color: 'red' },
  expired: { label: 'Expired', color: 'gray' },
} as const

const columns: Column<Exemption>[] = [
  { title: 'State', cell: one => one.state },
  {
    title: 'Status',
    cell: one => (
      <Badge variant="light" color={looks[one.status].color} radius="sm">
        {looks[one.status].label}
      </Badge>
    ),
  },
  { title: 'Uploaded', cell: one => <Time at={one.createdAt} /> },
  { title: 'Until', cell: one => (one.expiresAt === null ? '–' : <Time at={one.expiresAt} />) },
  { title: 'Reason', cell: one => <span className="wrap">{one.reason ?? '–'}</span>, wideOnly: true },
]

export function Exemptions() {
  const queries = useQueryClient()
  const mayChange = useMay('billing')
  const [state, setState] = useState<string | null>(null)
  const exemptions = useQuery({
    queryKey: ['billing', 'exemptions'],
    queryFn: () => ask(api.GET('/dashboard/api/exemptions')),
  })
  const upload = useAct({
    // The body is the file itself, which the API document cannot type.
    mutationFn: (file: File) =>
      ask(
        api.POST('/dashboard/api/exemptions', {
          params: { query: { state: state ?? '' } },
          body: file as never,
          bodySerializer: body => body as never,
          headers: { 'content-type': file.type },
        }),
      ),
    onSuccess() {
      said('Uploaded. You will receive a mail with the decision.')
      return queries.invalidateQueries({ queryKey: ['billing', 'exemptions'] })
    },
    onError: failed('The certificate was not uploaded'),
  })
  if (exemptions.isPending) return <RowsSkeleton rows={3} />
  if (exemptions.error) return <Failure error={exemptions.error} retry={() => exemptions.refetch()} />
  return (
    <>
      {mayChange ? (
        <Section
          title="Upload a certificate"
          about="A PDF or an image, one for each state. Exemptions never apply to Canadian tax."
        >
          <Group align="flex-end" gap="sm">
            <Select
              label="State"
              placeholder="Choose"
              data={states}
              searchable
              value={state}
              onChange={setState}
              w={140}
            />
            <FileButton
              onChange={file => file && upload.mutate(file)}
              accept="application/pdf,image/png,image/jpeg"
              disabled={state === null}
            >
              {props => (
                <Button
                  {...props}
                  leftSection={<Upload size={15} />}
                  disabled={state === null}
                  loading={upload.isPending}
                >
                  Choose the file
                </Button>
              )}
            </FileButton>
          </Group>
        </Section>
      ) : null}
      {exemptions.data.exemptions.length === 0 ? (
        <Empty icon={FileBadge} title="No papers yet">
          Resellers and schools are often exempt from sales tax.{' '}
          {mayChange
            ? 'Upload the certificate: once'
            : 'Owners and bookkeepers of the account can upload the certificate: once'}{' '}
          the staff has approved it, orders to that state are priced without tax.
        </Empty>
      ) : (
        <List
          label="Exemption papers"
          rows={exemptions.data.exemptions}
          columns={columns}
          keyOf={one => one.exemptionId}
        />
      )}
      <Text size="sm" c="dimmed" ta={exemptions.data.exemptions.length === 0 ? 'center' : undefined}>
        Orders that were already priced keep their tax.
      </Text>
    </>
  )
}
