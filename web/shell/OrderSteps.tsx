// How an order reached its status, newest step first.

import { Text, Timeline } from '@mantine/core'
import type { Answer } from '../api.ts'
import classes from '../components/Order.module.css'
import { Time, WithTimes } from '../components/Values.tsx'
import { useWords } from './words.tsx'

export type Step = Answer<'/dashboard/api/{mode}/orders/{customerOrderId}'>['steps'][number]

export function OrderSteps({ steps }: { steps: Step[] }) {
  const words = useWords()
  return (
    <Timeline active={steps.length} bulletSize={14} lineWidth={2} className={classes.steps}>
      {steps.toReversed().map(step => (
        <Timeline.Item key={step.sequence} title={words.event(step)}>
          <Text size="xs" c="dimmed" className="wrap">
            <Time at={step.at} /> · <span title={step.actor}>by {step.by}</span>
            {step.webhook ? ` · webhook ${step.webhook}` : ''}
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
