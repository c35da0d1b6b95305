// The message of the station for shipping about the last scan, and its question about an unknown carrier.

import { Alert, Button, Group, Select, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { CircleAlert, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { AppLink } from '../../../components/layout/AppLink.tsx'
import { t } from '../../../language.ts'
import type { ScaleWeight } from './buyAtScan.ts'
import { carrierQuery } from './shipments.ts'

/** The message that stops the station, or reports the last scan. */
export type Notice = {
  tone: 'bad' | 'good'
  text: string
  jobId?: string
  doubted?: ScaleWeight | null
  /** The books of each parcel. */
  contents?: string[]
}

export function NoticeLine({ notice, children }: { notice: Notice | null; children: ReactNode }) {
  if (notice === null) return null
  const isBad = notice.tone === 'bad'
  return (
    <Alert
      mb="md"
      color={isBad ? 'red' : 'teal'}
      role={isBad ? 'alert' : 'status'}
      icon={isBad ? <CircleAlert size={18} /> : <CircleCheck size={18} />}
    >
      <Text className="wrap">
        {notice.text}{' '}
        {notice.jobId === undefined ? null : <AppLink to={`/jobs/${notice.jobId}`}>{t('Open the job')}</AppLink>}
      </Text>
      {notice.contents?.map(line => (
        <Text key={line} className="wrap">
          {line}
        </Text>
      ))}
      {children}
    </Alert>
  )
}

/** `decide` takes the name of the carrier, '' for none, and null to leave the label out. */
type UnknownProps = { number: string; decide: (carrier: string | null) => void }

export function UnknownCarrier({ number, decide }: UnknownProps) {
  const queries = useQueryClient()
  const { knownCarriers = [] } = (queries.getQueryData(carrierQuery(number).queryKey) ?? {}) as {
    knownCarriers?: string[]
  }
  return (
    <Group gap="sm" mt="sm" className="fillRow">
      <Button size="md" variant="default" onClick={() => decide(null)}>
        {t('Scan the label again')}
      </Button>
      <Select
        size="md"
        aria-label={t('Carrier of {number}', { number })}
        placeholder={t('Choose the carrier')}
        data={knownCarriers}
        value={null}
        onChange={carrier => carrier !== null && decide(carrier)}
      />
      <Button size="md" color="red" variant="light" onClick={() => decide('')}>
        {t('Ship without a carrier')}
      </Button>
    </Group>
  )
}
