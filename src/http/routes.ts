// The explicit list of all routes, and the dependencies that each route file declares.

import { type ArchiveParts, archiveRoutes } from './archive.ts'
import { type BrandParts, brandRoutes } from './brand.ts'
import { type ClockParts, clockRoutes } from './clock.ts'
import { type CoverParts, coverRoutes } from './covers.ts'
import { accountRoutes } from './customers/account.ts'
import { type BillingParts, billingRoutes } from './customers/billing.ts'
import { bulkOrderRoutes } from './customers/bulkOrders.ts'
import { type CardParts, cardRoutes } from './customers/cards.ts'
import { type DashboardOrderParts, dashboardOrderRoutes } from './customers/dashboardOrders.ts'
import { type DeliveryParts, deliveryRoutes } from './customers/deliveries.ts'
import { type DocumentParts, documentRoutes } from './customers/documents.ts'
import { type ExemptionParts, exemptionRoutes } from './customers/exemptions.ts'
import { type FileParts, fileRoutes } from './customers/files.ts'
import { type KeyParts, keyRoutes } from './customers/keys.ts'
import { type LedgerParts, ledgerRoutes } from './customers/ledger.ts'
import { type OrderFileParts, orderFileRoutes } from './customers/orderFiles.ts'
import { type OrderParts, orderRoutes } from './customers/orders.ts'
import { type OverviewParts, overviewRoutes } from './customers/overview.ts'
import { packingSlipRoutes } from './customers/packingSlip.ts'
import { productFileRoutes } from './customers/productFiles.ts'
import { type ProductParts, productRoutes } from './customers/products.ts'
import { type ProofByLinkParts, proofByLinkRoutes } from './customers/proofByLink.ts'
import { type ProofParts, proofRoutes } from './customers/proofs.ts'
import { type ReportParts, reportRoutes } from './customers/reports.ts'
import { type SandboxParts, sandboxRoutes } from './customers/sandbox.ts'
import { ownSignOnRoutes } from './customers/singleSignOn.ts'
import { type StatementParts, statementRoutes } from './customers/statements.ts'
import { type TeamParts, teamRoutes } from './customers/team.ts'
import { type TemplateParts, templateRoutes } from './customers/templates.ts'
import { type UploadParts, uploadRoutes } from './customers/uploads.ts'
import { type EndpointParts, endpointRoutes } from './customers/webhookEndpoints.ts'
import { type WebhookSecretParts, webhookSecretRoutes } from './customers/webhookSecrets.ts'
import { type WebhookTestParts, webhookTestRoutes } from './customers/webhookTests.ts'
import { docsRoutes } from './docs.ts'
import { type HealthParts, healthRoutes } from './health.ts'
import { type EventParts, eventRoutes } from './liveUpdates.ts'
import type { AccountSignOnParts } from './people/accountSignOn.ts'
import { emailChangeRoutes } from './people/emailChange.ts'
import { emailSettingsRoutes } from './people/emailSettings.ts'
import { passkeyRoutes } from './people/passkeys.ts'
import { type PeopleParts, peopleRoutes } from './people/people.ts'
import { secondFactorRoutes } from './people/secondFactor.ts'
import { type SignUpParts, signUpRoutes } from './people/signUp.ts'
import { type SingleSignOnParts, singleSignOnRoutes } from './people/singleSignOn.ts'
import { type BindingCheckParts, bindingCheckRoutes } from './press/bindingChecks.ts'
import { type PressFileParts, pressFileRoutes } from './press/jobFiles.ts'
import { type PressMessageParts, pressMessageRoutes } from './press/jobMessages.ts'
import { type PressParts, pressRoutes } from './press/press.ts'
import { type PrinterParts, printerRoutes } from './press/printers.ts'
import { type PressReportParts, pressReportRoutes } from './press/reports.ts'
import { wallRoutes } from './press/wall.ts'
import { type ProviderMessageParts, providerMessageRoutes } from './providerMessages.ts'
import { type NoteParts, refusalNoteRoutes } from './refusalNotes.ts'
import type { Route } from './route.ts'
import { type SavedViewParts, savedViewRoutes } from './savedViews.ts'
import { type SecurityTxtParts, securityTxtRoutes } from './securityTxt.ts'
import { type SiteParts, siteRoutes } from './site.ts'
import { type AccountPeopleParts, accountPeopleRoutes } from './staff/accountPeople.ts'
import { accountSignOnRoutes } from './staff/accountSignOn.ts'
import { type AllOrderParts, allOrderRoutes } from './staff/allOrders.ts'
import { type ApprovalParts, approvalRoutes } from './staff/approvals.ts'
import { bookMeasureRoutes } from './staff/bookMeasures.ts'
import { staffBulkRoutes } from './staff/bulkOrders.ts'
import { staffDisputeRoutes } from './staff/disputes.ts'
import { type StaffKeyParts, staffKeyRoutes } from './staff/keys.ts'
import { operatorBookRoutes } from './staff/operatorBooks.ts'
import { type OperatorDataParts, operatorDataRoutes } from './staff/operatorData.ts'
import { operatorDataEffectRoutes } from './staff/operatorDataEffects.ts'
import { type OperatorPeopleParts, operatorPeopleRoutes } from './staff/people.ts'
import { type PriceListParts, priceListRoutes } from './staff/priceLists.ts'
import { type StaffMessageParts, staffMessageRoutes } from './staff/printerMessages.ts'
import { type RefundParts, refundRoutes } from './staff/refunds.ts'
import { type StaffReportParts, staffReportRoutes } from './staff/reports.ts'
import { type SampleEmailParts, sampleEmailRoutes } from './staff/sampleEmails.ts'
import { type SetUpRouteParts, setUpRoutes } from './staff/setUp.ts'
import { type StaffParts, staffRoutes } from './staff/staff.ts'
import { type StaffBillingParts, staffBillingRoutes } from './staff/staffBilling.ts'
import { staffDocumentRoutes } from './staff/staffDocuments.ts'
import { type StaffListParts, staffListRoutes } from './staff/staffLists.ts'
import { type StaffMoneyParts, staffMoneyRoutes } from './staff/staffMoney.ts'
import { type StaffPrinterParts, staffPrinterRoutes } from './staff/staffPrinters.ts'
import { type StaffReadParts, staffReadRoutes } from './staff/staffReads.ts'
import { type SuspensionParts, suspensionRoutes } from './staff/suspension.ts'
import { type StaffWebhookParts, staffWebhookRoutes } from './staff/webhooks.ts'
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
  ...ownSignOnRoutes(parts),
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
  ...archiveRoutes(parts),
  ...dashboardOrderRoutes(parts),
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
