// How an order reached its status, newest step first.

import { Text, Timeline } from '@mantine/core'
import type { ResponseBody } from '../../api.ts'
import { Time, WithTimes } from '../../components/layout/Values.tsx'
import classes from '../../components/orders/Order.module.css'
import { rich, t } from '../../language.ts'
import { useStatusTexts } from './statusTexts.tsx'

export type Step = ResponseBody<'/dashboard/api/{mode}/orders/{customerOrderId}'>['steps'][number]

export function OrderSteps({ steps }: { steps: Step[] }) {
  const words = useStatusTexts()
  return (
    <Timeline active={steps.length} bulletSize={14} lineWidth={2} className={classes.steps}>
      {steps.toReversed().map(step => (
        <Timeline.Item key={step.sequence} title={words.event(step)}>
          <Text size="xs" c="dimmed" className="wrap">
            {rich('{time} · <actor>by {by}</actor>', {
              time: <Time at={step.at} />,
              by: step.by,
              actor: text => <span title={step.actor}>{text}</span>,
            })}
            {step.webhook ? ` · ${t('Webhook: {type}', { type: step.webhook })}` : ''}
          </Text>
          {step.note ? (
            <Text size="sm" className="wrap">
              <WithTimes text={step.note} />
            </Text>
          ) : null}
        </Timeline.Item>
      ))}
    </Timeline>
  )
}
