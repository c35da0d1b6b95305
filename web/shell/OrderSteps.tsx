// How an order reached its status, newest step first.

import { Text, Timeline } from '@mantine/core'
import type { ResponseBody } from '../api.ts'
import { Time, WithTimes } from '../components/layout/Values.tsx'
import classes from '../components/orders/Order.module.css'
import { useStatusTexts } from './statusTexts.tsx'

export type Step = ResponseBody<'/dashboard/api/{mode}/orders/{customerOrderId}'>['steps'][number]

export function OrderSteps({ steps }: { steps: Step[] }) {
  const words = useStatusTexts()
  return (
    <Timeline active={steps.length} bulletSize={14} lineWidth={2} className={classes.steps}>
      {steps.toReversed().map(step => (
        <Timeline.Item key={step.sequence} title={words.event(step)}>
          <Text size="xs" c="dimmed" className="wrap">
            <Time at={step.at} /> · <span title={step.actor}>by {step.by}</span>
            {step.webhook ? ` · Webhook: ${step.webhook}` : ''}
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
