// The customer wants a job shipped to another address, or by another class: what is wanted, and the press's answer.

import { Button, Group, Text, TextInput } from '@mantine/core'
import { PenLine } from 'lucide-react'
import { useState } from 'react'
import type { PrintJob } from '../../../apiTypes.ts'
import { showToast } from '../../../components/feedback/toast.ts'
import { addressLinesOf } from '../../../components/orders/addressLines.ts'
import { ShippingClass } from '../../../components/orders/ShippingClass.tsx'
import { t } from '../../../language.ts'
import { useAction } from '../../../shell/frame/action.ts'
import classes from './Job.module.css'
import { usePerform } from './queuedJobs.tsx'

type Props = { job: PrintJob; request: NonNullable<PrintJob['changeRequest']> }

export function ChangeRequest({ job, request: { destination, shippingClassification, requestedAt } }: Props) {
  const perform = usePerform()
  const [reason, setReason] = useState('')
  const decide = useAction({
    mutationFn: (decision: 'accept' | 'refuse') =>
      perform(job, { kind: 'change', body: { decision, requestedAt, reason } }),
    onSuccess(outcome, decision) {
      if (outcome === 'queued') return
      showToast(
        decision === 'accept'
          ? t('Changed. Use the new job ticket and a new label.')
          : t('The job stays as it is. The customer sees your answer.'),
      )
    },
    failed: t('The job was not updated'),
  })
  const isSending = (decision: 'accept' | 'refuse') => decide.isPending && decide.variables === decision
  return (
    <section className={classes.change} aria-label={t('Change request')}>
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <PenLine size={26} className={classes.changeIcon} aria-hidden />
        <div>
          <Text fw={600} size="lg" component="h2">
            {t('The customer asked to ship it differently')}
          </Text>
          <address className={classes.address}>
            {addressLinesOf(destination).map((line, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines of one address
              <div key={i}>{line}</div>
            ))}
          </address>
          <ShippingClass name={shippingClassification} />
        </div>
      </Group>
      <TextInput
        mt="md"
        size="md"
        label={t('Reason (optional)')}
        description={t('The customer reads it.')}
        maxLength={1000}
        value={reason}
        onChange={event => setReason(event.currentTarget.value)}
      />
      <Group gap="xl" mt="md" className={classes.answers}>
        <Button size="lg" loading={isSending('accept')} onClick={() => decide.mutate('accept')}>
          {t('Ship it so')}
        </Button>
        <Button size="lg" variant="default" loading={isSending('refuse')} onClick={() => decide.mutate('refuse')}>
          {t('Too late: ship as it was')}
        </Button>
      </Group>
    </section>
  )
}
