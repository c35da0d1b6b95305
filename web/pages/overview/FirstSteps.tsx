// For new users: from nothing to a shipped book.

import { Text } from '@mantine/core'
import type { Mode } from '../../api.ts'
import { GoTo } from '../../components/GoTo.tsx'
import { Section } from '../../components/Section.tsx'
import classes from './Overview.module.css'

/** An account that the printer bills needs no card. */
export const FirstSteps = ({ mode, isChargedHere }: { mode: Mode; isChargedHere: boolean }) => (
  <Section
    title={mode === 'sandbox' ? 'From nothing to a shipped book' : 'Ready for real orders'}
    about={
      mode === 'sandbox'
        ? 'Four steps. Nothing is printed or charged.'
        : 'Everything that works in the sandbox works here.'
    }
  >
    <ol className={classes.steps}>
      <li>
        <GoTo to={`/${mode}/products`}>Create a product</GoTo>
        <Text size="sm" c="dimmed">
          A book of the catalogue under a SKU of your own.
        </Text>
      </li>
      <li>
        <GoTo to={`/${mode}/keys`}>Create an API key</GoTo>
        <Text size="sm" c="dimmed">
          With a curl command that works at once.
        </Text>
      </li>
      <li>
        <GoTo to={`/${mode}/place`}>Place an order</GoTo>
        <Text size="sm" c="dimmed">
          By hand, or with your program.
        </Text>
      </li>
      {mode === 'sandbox' || isChargedHere ? (
        <li>
          <GoTo to={mode === 'sandbox' ? '/sandbox/orders' : '/production/billing'}>
            {mode === 'sandbox' ? 'Simulate bank and printer' : 'Add a card'}
          </GoTo>
          <Text size="sm" c="dimmed">
            {mode === 'sandbox'
              ? 'Buttons pay for the order, make time pass, and ship it.'
              : 'Orders are charged once a day, at 02:00 UTC.'}
          </Text>
        </li>
      ) : null}
    </ol>
  </Section>
)
