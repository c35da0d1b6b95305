// Certificates that exempt an account from sales tax in a state, once the staff has approved them.

import { Badge, Button, FileButton, Group, Select, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { FileBadge, Upload } from 'lucide-react'
import { useState } from 'react'
import { api, fileBody } from '../../api.ts'
import type { Exemption } from '../../apiTypes.ts'
import { EmptyState } from '../../components/layout/EmptyState.tsx'
import { type Column, List } from '../../components/layout/List.tsx'
import { LoadState } from '../../components/layout/LoadState.tsx'
import { Section } from '../../components/layout/Section.tsx'
import { Time } from '../../components/layout/Values.tsx'
import { t } from '../../language.ts'
import { useAction } from '../../shell/frame/action.ts'
import { useMay } from '../../shell/session/session.ts'

const states =
  'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY'.split(
    ' ',
  )

const statusLooks = {
  submitted: { label: t('Under review'), color: 'blue' },
  approved: { label: t('Approved [[certificate]]'), color: 'teal' },
  refused: { label: t('Declined'), color: 'red' },
  expired: { label: t('Expired'), color: 'gray' },
} as const

const columns: Column<Exemption>[] = [
  { title: t('State'), cell: exemption => exemption.state },
  {
    title: t('Status'),
    cell: exemption => <Badge color={statusLooks[exemption.status].color}>{statusLooks[exemption.status].label}</Badge>,
  },
  { title: t('Uploaded'), cell: exemption => <Time at={exemption.createdAt} /> },
  { title: t('Expires'), cell: exemption => (exemption.expiresAt === null ? '–' : <Time at={exemption.expiresAt} />) },
  { title: t('Reason'), cell: exemption => <span className="wrap">{exemption.reason ?? '–'}</span>, wideOnly: true },
]

export function Exemptions() {
  const mayChange = useMay('billing')
  const [state, setState] = useState<string | null>(null)
  const exemptions = useQuery({
    queryKey: ['billing', 'exemptions'],
    queryFn: () => api.GET('/dashboard/api/exemptions'),
  })
  const upload = useAction({
    mutationFn: (file: File) =>
      api.POST('/dashboard/api/exemptions', {
        params: { query: { state: state ?? '' } },
        ...fileBody(file),
        headers: { 'content-type': file.type },
      }),
    refetch: ['billing', 'exemptions'],
    done: t('Certificate uploaded. We’ll email you once we’ve reviewed it.'),
    failed: t('The certificate was not uploaded'),
  })
  if (exemptions.isPending || exemptions.error) return <LoadState of={exemptions} rows={3} />
  return (
    <>
      {mayChange ? (
        <Section
          title={t('Upload certificate')}
          about={t('Upload one PDF or image for each state. Exemptions don’t apply to Canadian taxes.')}
        >
          <Group align="flex-end" gap="sm">
            <Select
              label={t('State')}
              placeholder={t('Choose')}
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
                  {t('Choose file')}
                </Button>
              )}
            </FileButton>
          </Group>
        </Section>
      ) : null}
      {exemptions.data.exemptions.length === 0 ? (
        <EmptyState icon={FileBadge} title={t('No certificates yet')}>
          {t('Resellers and schools are often exempt from sales tax.')}{' '}
          {mayChange
            ? t('Upload your certificate.')
            : t('Owners and bookkeepers of the account can upload a certificate.')}{' '}
          {t('Once we approve it, new orders to that state are tax-free.')}
        </EmptyState>
      ) : (
        <List
          label={t('Tax exemption certificates')}
          rows={exemptions.data.exemptions}
          columns={columns}
          keyOf={exemption => exemption.exemptionId}
        />
      )}
      <Text size="sm" c="dimmed" ta={exemptions.data.exemptions.length === 0 ? 'center' : undefined}>
        {t('Taxes on orders that are already priced don’t change.')}
      </Text>
    </>
  )
}
