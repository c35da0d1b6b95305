// The explicit list of all routes.

import { accountRoutes } from '../accounts/account.ts'
import { keyRoutes } from '../accounts/keys.ts'
import { staffKeyRoutes } from '../accounts/operatorKeys.ts'
import { packingSlipRoutes } from '../accounts/packingSlip.ts'
import { suspensionRoutes } from '../accounts/suspension.ts'
import { viewingRoutes } from '../accounts/viewing.ts'
import { docsRoutes } from '../document/docs.ts'
import { siteRoutes } from '../document/site.ts'
import { savedViewRoutes } from '../lists/savedViews.ts'
import { staffBillingRoutes } from '../money/accountBilling.ts'
import { accountingRoutes } from '../money/accounting.ts'
import { staffMoneyRoutes } from '../money/allCharges.ts'
import { staffDocumentRoutes } from '../money/allDocuments.ts'
import { billAdjustmentRoutes } from '../money/billAdjustments.ts'
import { billingRoutes } from '../money/billing.ts'
import { billingDetailRoutes } from '../money/billingDetails.ts'
import { cardRoutes } from '../money/cards.ts'
import { staffDisputeRoutes } from '../money/disputes.ts'
import { documentReadRoutes } from '../money/documentRead.ts'
import { documentRoutes } from '../money/documents.ts'
import { exemptionRoutes } from '../money/exemptions.ts'
import { ledgerRoutes } from '../money/ledger.ts'
import { onlinePaymentRoutes, staffOnlinePaymentRoutes } from '../money/onlinePayments.ts'
import { paymentLinkRoutes } from '../money/paymentLink.ts'
import { providerMessageRoutes } from '../money/providerMessages.ts'
import { refundRoutes } from '../money/refunds.ts'
import { statementRoutes } from '../money/statements.ts'
import { taxReturnRoutes } from '../money/taxReturns.ts'
import { allOrderRoutes } from '../orders/allOrders.ts'
import { approvalRoutes } from '../orders/approvals.ts'
import { archiveRoutes } from '../orders/archive.ts'
import { staffBulkRoutes } from '../orders/bulkActs.ts'
import { bulkOrderRoutes } from '../orders/bulkOrders.ts'
import { changeOrderRoutes } from '../orders/changeOrder.ts'
import { coverRoutes } from '../orders/covers.ts'
import { dashboardOrderRoutes } from '../orders/dashboardOrders.ts'
import { eventRoutes } from '../orders/liveUpdates.ts'
import { staffReadRoutes } from '../orders/orderDetails.ts'
import { orderFileRoutes } from '../orders/orderFiles.ts'
import { orderMessageRoutes } from '../orders/orderMessages.ts'
import { orderSpreadsheetRoutes } from '../orders/orderSpreadsheet.ts'
import { orderRoutes } from '../orders/orders.ts'
import { quoteRoutes } from '../orders/quotes.ts'
import { refusalNoteRoutes } from '../orders/refusalNotes.ts'
import { returnedParcelRoutes } from '../orders/returnedParcels.ts'
import { sandboxRoutes } from '../orders/sandbox.ts'
import { staffRoutes } from '../orders/staffActs.ts'
import { staffListRoutes } from '../orders/waitingOrders.ts'
import { accessRequestRoutes } from '../people/accessRequests.ts'
import { accountPeopleRoutes } from '../people/accountPeople.ts'
import { accountSignOnRoutes } from '../people/accountSignOnRoutes.ts'
import { emailChangeRoutes } from '../people/emailChange.ts'
import { emailSettingsRoutes } from '../people/emailSettings.ts'
import { firstOwnerRoutes } from '../people/firstOwner.ts'
import { operatorPeopleRoutes } from '../people/operatorPeople.ts'
import { passkeyRoutes } from '../people/passkeys.ts'
import { peopleRoutes } from '../people/profile.ts'
import { secondFactorRoutes } from '../people/secondFactor.ts'
import { signUpRoutes } from '../people/signUp.ts'
import { singleSignOnRoutes } from '../people/singleSignOn.ts'
import { teamRoutes } from '../people/team.ts'
import { bindingCheckRoutes } from '../printing/bindingChecks.ts'
import { carrierMessageRoutes } from '../printing/carrierMessages.ts'
import { pressFileRoutes } from '../printing/jobFiles.ts'
import { pressMessageRoutes } from '../printing/jobMessages.ts'
import { pressRoutes } from '../printing/jobs.ts'
import { pressLabelRoutes } from '../printing/labels.ts'
import { pressManifestRoutes } from '../printing/manifests.ts'
import { staffMessageRoutes } from '../printing/printerMessages.ts'
import { printerSettingsRoutes } from '../printing/printerSettings.ts'
import { staffPrinterRoutes } from '../printing/printerStates.ts'
import { printerRoutes } from '../printing/printers.ts'
import { wallRoutes } from '../printing/wall.ts'
import { fileRoutes } from '../products/files.ts'
import { productFileRoutes } from '../products/productFiles.ts'
import { productRoutes } from '../products/products.ts'
import { templateRoutes } from '../products/templates.ts'
import { uploadRoutes, wholeUploadRoutes } from '../products/uploads.ts'
import { proofByLinkRoutes } from '../proofs/proofByLink.ts'
import { proofRoutes } from '../proofs/proofs.ts'
import { readerPageRoutes } from '../readers/readerPage.ts'
import { reportRoutes } from '../reports/accountReports.ts'
import { staffReportRoutes } from '../reports/operatorReports.ts'
import { overviewRoutes } from '../reports/overview.ts'
import { pressReportRoutes } from '../reports/printerReports.ts'
import { bookMeasureRoutes } from '../shop/bookMeasures.ts'
import { brandRoutes } from '../shop/brand.ts'
import { installationRoutes } from '../shop/installation.ts'
import { operatorBookRoutes } from '../shop/operatorBooks.ts'
import { operatorDataRoutes } from '../shop/operatorData.ts'
import { operatorDataEffectRoutes } from '../shop/operatorDataEffects.ts'
import { priceListRoutes } from '../shop/priceLists.ts'
import { sampleEmailRoutes } from '../shop/sampleEmails.ts'
import { setUpRoutes } from '../shop/setUp.ts'
import { staffWebhookRoutes } from '../webhooks/allWebhooks.ts'
import { deliveryRoutes } from '../webhooks/deliveries.ts'
import { endpointRoutes } from '../webhooks/webhookEndpoints.ts'
import { webhookSecretRoutes } from '../webhooks/webhookSecrets.ts'
import { webhookTestRoutes } from '../webhooks/webhookTests.ts'
import { clockRoutes } from './clock.ts'
import { healthRoutes } from './health.ts'
import type { Route } from './route.ts'
import { securityTxtRoutes } from './securityTxt.ts'
import type { Services } from './services.ts'
import { webRoutes } from './web.ts'

/** The explicit list of route files. */
const routeFiles: ((services: Services) => Route[])[] = [
  ({ operator }) => docsRoutes(() => operator.brand),
  healthRoutes,
  securityTxtRoutes,
  webRoutes,
  brandRoutes,
  siteRoutes,
  savedViewRoutes,
  refusalNoteRoutes,
  eventRoutes,
  peopleRoutes,
  secondFactorRoutes,
  passkeyRoutes,
  singleSignOnRoutes,
  signUpRoutes,
  firstOwnerRoutes,
  teamRoutes,
  accessRequestRoutes,
  accountRoutes,
  packingSlipRoutes,
  emailChangeRoutes,
  emailSettingsRoutes,
  keyRoutes,
  productRoutes,
  templateRoutes,
  cardRoutes,
  billingRoutes,
  billingDetailRoutes,
  onlinePaymentRoutes,
  staffOnlinePaymentRoutes,
  providerMessageRoutes,
  carrierMessageRoutes,
  returnedParcelRoutes,
  staffMoneyRoutes,
  staffDisputeRoutes,
  orderRoutes,
  changeOrderRoutes,
  archiveRoutes,
  dashboardOrderRoutes,
  orderSpreadsheetRoutes,
  quoteRoutes,
  bulkOrderRoutes,
  overviewRoutes,
  reportRoutes,
  fileRoutes,
  uploadRoutes,
  wholeUploadRoutes,
  productFileRoutes,
  orderFileRoutes,
  coverRoutes,
  proofRoutes,
  proofByLinkRoutes,
  readerPageRoutes,
  paymentLinkRoutes,
  sandboxRoutes,
  deliveryRoutes,
  webhookTestRoutes,
  webhookSecretRoutes,
  endpointRoutes,
  pressRoutes,
  wallRoutes,
  pressFileRoutes,
  pressMessageRoutes,
  bindingCheckRoutes,
  pressLabelRoutes,
  pressManifestRoutes,
  printerRoutes,
  pressReportRoutes,
  staffRoutes,
  orderMessageRoutes,
  staffBulkRoutes,
  operatorDataRoutes,
  operatorDataEffectRoutes,
  operatorBookRoutes,
  bookMeasureRoutes,
  priceListRoutes,
  staffListRoutes,
  allOrderRoutes,
  staffReadRoutes,
  staffWebhookRoutes,
  staffDocumentRoutes,
  staffReportRoutes,
  refundRoutes,
  approvalRoutes,
  exemptionRoutes,
  ledgerRoutes,
  accountingRoutes,
  taxReturnRoutes,
  documentRoutes,
  documentReadRoutes,
  statementRoutes,
  staffBillingRoutes,
  billAdjustmentRoutes,
  staffPrinterRoutes,
  printerSettingsRoutes,
  staffMessageRoutes,
  staffKeyRoutes,
  accountPeopleRoutes,
  accountSignOnRoutes,
  operatorPeopleRoutes,
  suspensionRoutes,
  viewingRoutes,
  sampleEmailRoutes,
  setUpRoutes,
  installationRoutes,
  ({ clock, moveClock }) => (moveClock === null ? [] : clockRoutes({ clock, moveClock })),
]

export const allRoutes = (services: Services): Route[] => routeFiles.flatMap(routesOf => routesOf(services))
