// How an order got to where it stands, the newest step first.

import { Text, Timeline } from '@mantine/core'
import classes from '../components/Order.module.css'
import { Time } from '../components/Values.tsx'
import { useWords, wordsOfActor } from './words.tsx'

type Step = { sequence: number; at: string; on: string; webhook: string | null; actor: string; note: string | null }

export function OrderSteps({ steps }: { steps: Step[] }) {
  const words = useWords()
  return (
    <Timeline active={steps.length} bulletSize={14} lineWidth={2} className={classes.steps}>
      {steps.toReversed().map(step => (
        <Timeline.Item key={step.sequence} title={words.event(step.on)}>
          <Text size="xs" c="dimmed" className="wrap">
            <Time at={step.at} /> · <span title={step.actor}>{wordsOfActor(step.actor)}</span>
            {step.webhook ? ` · webhook ${step.webhook}` : ''}
          </Text>
          {step.note ? (
            <Text size="sm" className="wrap">
              {step.note}
            </Text>
          ) : null}
        </Timeline.Item>
      ))}
    </Timeline>
  )
}
