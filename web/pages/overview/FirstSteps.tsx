// For new users: from nothing to a shipped book.

import { Text } from '@mantine/core'
import type { Mode } from '../../api.ts'
import { AppLink, linkTo } from '../../components/layout/AppLink.tsx'
import { Section } from '../../components/layout/Section.tsx'
import { DailyChargeTime } from '../../components/layout/Values.tsx'
import { rich, t } from '../../language.ts'

import classes from './Overview.module.css'

/** An account that the printer bills does not need a card. */
export const FirstSteps = ({ mode, isChargedHere }: { mode: Mode; isChargedHere: boolean }) => (
  <Section
    title={mode === 'sandbox' ? t('Get started') : t('Start with production orders')}
    about={
      mode === 'sandbox'
        ? t('Place a test order in three steps. Nothing is printed or charged.')
        : t('Everything works as in the sandbox, but orders are printed and charged.')
    }
  >
    <ol className={classes.steps}>
      <li>
        <AppLink to={`/${mode}/products`}>{t('Create a product')}</AppLink>
        <Text size="sm" c="dimmed">
          {t('Choose a book from the catalog and give it your own SKU.')}
        </Text>
      </li>
      <li>
        <AppLink to={`/${mode}/place`}>{t('Place an order')}</AppLink>
        <Text size="sm" c="dimmed">
          {t('Choose your product, or drop the PDFs of a book, and enter the address.')}
        </Text>
      </li>
      {mode === 'sandbox' || isChargedHere ? (
        <li>
          <AppLink to={mode === 'sandbox' ? '/sandbox/orders' : '/production/billing'}>
            {mode === 'sandbox' ? t('Ship the order') : t('Add a card')}
          </AppLink>
          <Text size="sm" c="dimmed">
            {mode === 'sandbox'
              ? t('Simulate payment, time and shipping.')
              : rich('Orders are charged once a day at {time}.', { time: <DailyChargeTime /> })}
          </Text>
        </li>
      ) : null}
    </ol>
    <Text size="sm" c="dimmed" mt="sm">
      {rich('To order from your own program, <link>create an API key</link>.', { link: linkTo(`/${mode}/keys`) })}
    </Text>
  </Section>
)
