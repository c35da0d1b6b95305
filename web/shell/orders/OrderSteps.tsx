// How an order reached its status, newest step first.

import { Text, Timeline } from '@mantine/core'
import type { ResponseBody } from '../../api.ts'
import { capitalize, money, Time, WithTimes } from '../../components/layout/Values.tsx'
import { addressLinesOf } from '../../components/orders/addressLines.ts'
import classes from '../../components/orders/Order.module.css'
import { shippingClassName } from '../../components/orders/shippingClasses.ts'
import { rich } from '../../language.ts'
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
          </Text>
          {step.change ? <Change {...step.change} /> : null}
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

/** The values that the step changed, before and after. */
function Change({ before, after }: NonNullable<Step['change']>) {
  const rows = [before, after].map(({ destination, shippingClassification, orderTotal }) => ({
    address: addressLinesOf(destination).join(', '),
    class: capitalize(shippingClassName(shippingClassification)),
    total: orderTotal === null ? '' : money(orderTotal),
  }))
  const names = (['address', 'class', 'total'] as const).filter(name => rows[0]![name] !== rows[1]![name])
  return names.map(name => (
    <Text key={name} size="sm" className="wrap">
      <s>{rows[0]![name]}</s> → {rows[1]![name]}
    </Text>
  ))
}
