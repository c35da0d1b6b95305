// The explicit list of all routes, and the dependencies that each route file declares.

import { accountRoutes } from '../accounts/account.ts'
import { type KeyParts, keyRoutes } from '../accounts/keys.ts'
import { type StaffKeyParts, staffKeyRoutes } from '../accounts/operatorKeys.ts'
import { packingSlipRoutes } from '../accounts/packingSlip.ts'
import { type SuspensionParts, suspensionRoutes } from '../accounts/suspension.ts'
import { docsRoutes } from '../document/docs.ts'
import { type SiteParts, siteRoutes } from '../document/site.ts'
import { type SavedViewParts, savedViewRoutes } from '../lists/savedViews.ts'
import { type StaffBillingParts, staffBillingRoutes } from '../money/accountBilling.ts'
import { type StaffMoneyParts, staffMoneyRoutes } from '../money/allCharges.ts'
import { staffDocumentRoutes } from '../money/allDocuments.ts'
import { type BillingParts, billingRoutes } from '../money/billing.ts'
import { bookRoutes } from '../money/books.ts'
import { type CardParts, cardRoutes } from '../money/cards.ts'
import { staffDisputeRoutes } from '../money/disputes.ts'
import { type DocumentParts, documentRoutes } from '../money/documents.ts'
import { type ExemptionParts, exemptionRoutes } from '../money/exemptions.ts'
import { type LedgerParts, ledgerRoutes } from '../money/ledger.ts'
import { type ProviderMessageParts, providerMessageRoutes } from '../money/providerMessages.ts'
import { type RefundParts, refundRoutes } from '../money/refunds.ts'
import { type StatementParts, statementRoutes } from '../money/statements.ts'
import { type AllOrderParts, allOrderRoutes } from '../orders/allOrders.ts'
import { type ApprovalParts, approvalRoutes } from '../orders/approvals.ts'
import { type ArchiveParts, archiveRoutes } from '../orders/archive.ts'
import { staffBulkRoutes } from '../orders/bulkActs.ts'
import { bulkOrderRoutes } from '../orders/bulkOrders.ts'
import { changeOrderRoutes } from '../orders/changeOrder.ts'
import { type CoverParts, coverRoutes } from '../orders/covers.ts'
import { type DashboardOrderParts, dashboardOrderRoutes } from '../orders/dashboardOrders.ts'
import { type EventParts, eventRoutes } from '../orders/liveUpdates.ts'
import { type StaffReadParts, staffReadRoutes } from '../orders/orderDetails.ts'
import { type OrderFileParts, orderFileRoutes } from '../orders/orderFiles.ts'
import { orderSpreadsheetRoutes } from '../orders/orderSpreadsheet.ts'
import { type OrderParts, orderRoutes } from '../orders/orders.ts'
import { type NoteParts, refusalNoteRoutes } from '../orders/refusalNotes.ts'
import { type SandboxParts, sandboxRoutes } from '../orders/sandbox.ts'
import { type StaffParts, staffRoutes } from '../orders/staffActs.ts'
import { type StaffListParts, staffListRoutes } from '../orders/waitingOrders.ts'
import { accessRequestRoutes } from '../people/accessRequests.ts'
import { type AccountPeopleParts, accountPeopleRoutes } from '../people/accountPeople.ts'
import type { AccountSignOnParts } from '../people/accountSignOn.ts'
import { accountSignOnRoutes } from '../people/accountSignOnRoutes.ts'
import { emailChangeRoutes } from '../people/emailChange.ts'
import { emailSettingsRoutes } from '../people/emailSettings.ts'
import { type OperatorPeopleParts, operatorPeopleRoutes } from '../people/operatorPeople.ts'
import { passkeyRoutes } from '../people/passkeys.ts'
import { type PeopleParts, peopleRoutes } from '../people/profile.ts'
import { secondFactorRoutes } from '../people/secondFactor.ts'
import { type SignUpParts, signUpRoutes } from '../people/signUp.ts'
import { type SingleSignOnParts, singleSignOnRoutes } from '../people/singleSignOn.ts'
import { type TeamParts, teamRoutes } from '../people/team.ts'
import { type BindingCheckParts, bindingCheckRoutes } from '../printing/bindingChecks.ts'
import { type PressFileParts, pressFileRoutes } from '../printing/jobFiles.ts'
import { type PressMessageParts, pressMessageRoutes } from '../printing/jobMessages.ts'
import { type PressParts, pressRoutes } from '../printing/jobs.ts'
import { type StaffMessageParts, staffMessageRoutes } from '../printing/printerMessages.ts'
import { type StaffPrinterParts, staffPrinterRoutes } from '../printing/printerStates.ts'
import { type PrinterParts, printerRoutes } from '../printing/printers.ts'
import { wallRoutes } from '../printing/wall.ts'
import { type FileParts, fileRoutes } from '../products/files.ts'
import { productFileRoutes } from '../products/productFiles.ts'
import { type ProductParts, productRoutes } from '../products/products.ts'
import { type TemplateParts, templateRoutes } from '../products/templates.ts'
import { type UploadParts, uploadRoutes } from '../products/uploads.ts'
import { type ProofByLinkParts, proofByLinkRoutes } from '../proofs/proofByLink.ts'
import { type ProofParts, proofRoutes } from '../proofs/proofs.ts'
import { type ReportParts, reportRoutes } from '../reports/accountReports.ts'
import { type StaffReportParts, staffReportRoutes } from '../reports/operatorReports.ts'
import { type OverviewParts, overviewRoutes } from '../reports/overview.ts'
import { type PressReportParts, pressReportRoutes } from '../reports/printerReports.ts'
import { bookMeasureRoutes } from '../shop/bookMeasures.ts'
import { type BrandParts, brandRoutes } from '../shop/brand.ts'
import { operatorBookRoutes } from '../shop/operatorBooks.ts'
import { type OperatorDataParts, operatorDataRoutes } from '../shop/operatorData.ts'
import { operatorDataEffectRoutes } from '../shop/operatorDataEffects.ts'
import { type PriceListParts, priceListRoutes } from '../shop/priceLists.ts'
import { type SampleEmailParts, sampleEmailRoutes } from '../shop/sampleEmails.ts'
import { type SetUpRouteParts, setUpRoutes } from '../shop/setUp.ts'
import { type StaffWebhookParts, staffWebhookRoutes } from '../webhooks/allWebhooks.ts'
import { type DeliveryParts, deliveryRoutes } from '../webhooks/deliveries.ts'
import { type EndpointParts, endpointRoutes } from '../webhooks/webhookEndpoints.ts'
import { type WebhookSecretParts, webhookSecretRoutes } from '../webhooks/webhookSecrets.ts'
import { type WebhookTestParts, webhookTestRoutes } from '../webhooks/webhookTests.ts'
import { type ClockParts, clockRoutes } from './clock.ts'
import { type HealthParts, healthRoutes } from './health.ts'
import type { Route } from './route.ts'
import { type SecurityTxtParts, securityTxtRoutes } from './securityTxt.ts'
import { type WebParts, webRoutes } from './web.ts'

/** The dependencies of all routes; each route file declares its own. */
export type RouteParts = HealthParts &
  SecurityTxtParts &
  WebParts &
  BrandParts &
  SiteParts &
  SavedViewParts &
  EventParts &
  KeyParts &
  PeopleParts &
  SingleSignOnParts &
  AccountSignOnParts &
  SignUpParts &
  TeamParts &
  StaffListParts &
  ProductParts &
  TemplateParts &
  CardParts &
  BillingParts &
  ProviderMessageParts &
  StaffMoneyParts &
  OrderParts &
  ArchiveParts &
  DashboardOrderParts &
  OverviewParts &
  ReportParts &
  FileParts &
  UploadParts &
  OrderFileParts &
  CoverParts &
  ProofParts &
  ProofByLinkParts &
  SandboxParts &
  DeliveryParts &
  WebhookTestParts &
  WebhookSecretParts &
  EndpointParts &
  PressParts &
  BindingCheckParts &
  PressFileParts &
  PressMessageParts &
  PrinterParts &
  PressReportParts &
  NoteParts &
  RefundParts &
  ApprovalParts &
  ExemptionParts &
  LedgerParts &
  DocumentParts &
  StatementParts &
  StaffBillingParts &
  StaffParts &
  OperatorDataParts &
  PriceListParts &
  StaffReportParts &
  StaffPrinterParts &
  StaffMessageParts &
  StaffKeyParts &
  SuspensionParts &
  AccountPeopleParts &
  OperatorPeopleParts &
  SampleEmailParts &
  SetUpRouteParts &
  StaffWebhookParts &
  AllOrderParts &
  StaffReadParts & {
    /** Only with a manual clock. */
    moveClock: ClockParts['moveClock'] | null
  }

/** The explicit list of route files. */
export const allRoutes = (parts: RouteParts): Route[] => [
  ...docsRoutes(() => parts.operator.brand),
  ...healthRoutes(parts),
  ...securityTxtRoutes(parts),
  ...webRoutes(parts),
  ...brandRoutes(parts),
  ...siteRoutes(parts),
  ...savedViewRoutes(parts),
  ...refusalNoteRoutes(parts),
  ...eventRoutes(parts),
  ...peopleRoutes(parts),
  ...secondFactorRoutes(parts),
  ...passkeyRoutes(parts),
  ...singleSignOnRoutes(parts),
  ...signUpRoutes(parts),
  ...teamRoutes(parts),
  ...accessRequestRoutes(parts),
  ...accountRoutes(parts),
  ...packingSlipRoutes(parts),
  ...emailChangeRoutes(parts),
  ...emailSettingsRoutes(parts),
  ...keyRoutes(parts),
  ...productRoutes(parts),
  ...templateRoutes(parts),
  ...cardRoutes(parts),
  ...billingRoutes(parts),
  ...providerMessageRoutes(parts),
  ...staffMoneyRoutes(parts),
  ...staffDisputeRoutes(parts),
  ...orderRoutes(parts),
  ...changeOrderRoutes(parts),
  ...archiveRoutes(parts),
  ...dashboardOrderRoutes(parts),
  ...orderSpreadsheetRoutes(parts),
  ...bulkOrderRoutes(parts),
  ...overviewRoutes(parts),
  ...reportRoutes(parts),
  ...fileRoutes(parts),
  ...uploadRoutes(parts),
  ...productFileRoutes(parts),
  ...orderFileRoutes(parts),
  ...coverRoutes(parts),
  ...proofRoutes(parts),
  ...proofByLinkRoutes(parts),
  ...sandboxRoutes(parts),
  ...deliveryRoutes(parts),
  ...webhookTestRoutes(parts),
  ...webhookSecretRoutes(parts),
  ...endpointRoutes(parts),
  ...pressRoutes(parts),
  ...wallRoutes(parts),
  ...pressFileRoutes(parts),
  ...pressMessageRoutes(parts),
  ...bindingCheckRoutes(parts),
  ...printerRoutes(parts),
  ...pressReportRoutes(parts),
  ...staffRoutes(parts),
  ...staffBulkRoutes(parts),
  ...operatorDataRoutes(parts),
  ...operatorDataEffectRoutes(parts),
  ...operatorBookRoutes(parts),
  ...bookMeasureRoutes(),
  ...priceListRoutes(parts),
  ...staffListRoutes(parts),
  ...allOrderRoutes(parts),
  ...staffReadRoutes(parts),
  ...staffWebhookRoutes(parts),
  ...staffDocumentRoutes(parts),
  ...staffReportRoutes(parts),
  ...refundRoutes(parts),
  ...approvalRoutes(parts),
  ...exemptionRoutes(parts),
  ...ledgerRoutes(parts),
  ...bookRoutes(parts),
  ...documentRoutes(parts),
  ...statementRoutes(parts),
  ...staffBillingRoutes(parts),
  ...staffPrinterRoutes(parts),
  ...staffMessageRoutes(parts),
  ...staffKeyRoutes(parts),
  ...accountPeopleRoutes(parts),
  ...accountSignOnRoutes(parts),
  ...operatorPeopleRoutes(parts),
  ...suspensionRoutes(parts),
  ...sampleEmailRoutes(parts),
  ...setUpRoutes(parts),
  ...(parts.moveClock === null ? [] : clockRoutes({ clock: parts.clock, moveClock: parts.moveClock })),
]
