// For new users: from nothing to a shipped book.

import { Text } from '@mantine/core'
import type { Mode } from '../../api.ts'
import { AppLink } from '../../components/layout/AppLink.tsx'
import { Section } from '../../components/layout/Section.tsx'
import { DailyChargeTime } from '../../components/layout/Values.tsx'

import classes from './Overview.module.css'

/** An account that the printer bills does not need a card. */
export const FirstSteps = ({ mode, isChargedHere }: { mode: Mode; isChargedHere: boolean }) => (
  <Section
    title={mode === 'sandbox' ? 'Get started' : 'Start with production orders'}
    about={
      mode === 'sandbox'
        ? 'Place a test order in four steps. Nothing is printed or charged.'
        : 'Everything works as in the sandbox, but orders are printed and charged.'
    }
  >
    <ol className={classes.steps}>
      <li>
        <AppLink to={`/${mode}/products`}>Create a product</AppLink>
        <Text size="sm" c="dimmed">
          Choose a book from the catalog and give it your own SKU.
        </Text>
      </li>
      <li>
        <AppLink to={`/${mode}/keys`}>Create an API key</AppLink>
        <Text size="sm" c="dimmed">
          Includes a curl command that you can run right away.
        </Text>
      </li>
      <li>
        <AppLink to={`/${mode}/place`}>Place an order</AppLink>
        <Text size="sm" c="dimmed">
          In the dashboard or through the API.
        </Text>
      </li>
      {mode === 'sandbox' || isChargedHere ? (
        <li>
          <AppLink to={mode === 'sandbox' ? '/sandbox/orders' : '/production/billing'}>
            {mode === 'sandbox' ? 'Ship the order' : 'Add a card'}
          </AppLink>
          <Text size="sm" c="dimmed">
            {mode === 'sandbox' ? (
              'Simulate payment, time and shipping.'
            ) : (
              <>
                Orders are charged once a day at <DailyChargeTime />.
              </>
            )}
          </Text>
        </li>
      ) : null}
    </ol>
  </Section>
)
