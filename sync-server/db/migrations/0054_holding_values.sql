CREATE TABLE "holding_values" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"n" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"created_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"deleted_in" uuid,
	"emptied" jsonb,
	"investment_id" uuid NOT NULL,
	"valuation_id" uuid NOT NULL,
	"investor_id" uuid NOT NULL,
	"valuation_date" date NOT NULL,
	"value" numeric(15, 2) NOT NULL,
	"investor_id_since" bigint,
	CONSTRAINT "holding_values_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "investments" ADD COLUMN "exited_from_start" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "investments" ADD COLUMN "nothing_more_due" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "investments" ADD COLUMN "project_currency" text;
--> statement-breakpoint
ALTER TABLE "investments" ADD COLUMN "value" numeric(15, 2);
--> statement-breakpoint
ALTER TABLE "investments" ADD COLUMN "value_date" date;
--> statement-breakpoint
ALTER TABLE "cash_flows" ADD COLUMN "investment_id" uuid;
--> statement-breakpoint
ALTER TABLE "cash_flows" ADD COLUMN "more_due" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "directory"."tenants" ADD COLUMN "illustrative_growth" numeric(5, 2) DEFAULT '25';
--> statement-breakpoint
CREATE INDEX "holding_values_n" ON "holding_values" USING btree ("tenant_id","n");
--> statement-breakpoint
CREATE INDEX "holding_values_deleted_in" ON "holding_values" USING btree ("tenant_id","deleted_in") WHERE deleted_in is not null;
--> statement-breakpoint
CREATE INDEX "holding_values_investment_id" ON "holding_values" USING btree ("tenant_id","investment_id");
--> statement-breakpoint
CREATE INDEX "holding_values_valuation_id" ON "holding_values" USING btree ("tenant_id","valuation_id");
--> statement-breakpoint
CREATE INDEX "holding_values_investor_id_n" ON "holding_values" USING btree ("tenant_id","investor_id","n");
--> statement-breakpoint
CREATE UNIQUE INDEX "holding_values_investment_id_valuation_id_unique" ON "holding_values" USING btree ("tenant_id","investment_id","valuation_id") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "cash_flows_investment_id" ON "cash_flows" USING btree ("tenant_id","investment_id");
--> statement-breakpoint
alter table cash_flows add constraint cash_flows_investment_id_fk foreign key (tenant_id, investment_id) references investments (tenant_id, id) deferrable initially deferred;
--> statement-breakpoint
alter table holding_values add constraint holding_values_investment_id_fk foreign key (tenant_id, investment_id) references investments (tenant_id, id) deferrable initially deferred;
--> statement-breakpoint
alter table holding_values add constraint holding_values_valuation_id_fk foreign key (tenant_id, valuation_id) references valuations (tenant_id, id) deferrable initially deferred;
--> statement-breakpoint
alter table holding_values add constraint holding_values_investor_id_fk foreign key (tenant_id, investor_id) references investors (tenant_id, id) deferrable initially deferred;
--> statement-breakpoint
alter table holding_values enable row level security;
--> statement-breakpoint
alter table holding_values force row level security;
--> statement-breakpoint
create policy of_tenant on holding_values using (tenant_id = current_setting('app.tenant_id')::uuid) with check (tenant_id = current_setting('app.tenant_id')::uuid);
--> statement-breakpoint
grant select, insert, update on holding_values to holdfast_app;
--> statement-breakpoint
grant select, insert, update on holding_values to holdfast_upkeep;
--> statement-breakpoint
insert into readable_names (ordinal, begins, narrows, names) values (24, '{}', '{}', '{
"activities":{"fields":{"action":"all","at":"all","belongedTo":"staff","by":"staff","entityId":"all","entityType":"all","investorId":"nobody","shown":"nobody","title":"all","userId":"staff"},"kept":"recent {\"by\":\"at\",\"days\":90}","rows":{"ADMIN":"everything","INVESTOR":[{"shown":true},{"investorId":"viewer.investors"}],"PORTFOLIO_MANAGER":"everything"}},
"analyticsData":{"fields":{"computedAt":"all","data":"all","entityId":"all","type":"all","validUntil":"all"},"kept":"recent {\"by\":\"computedAt\",\"months\":14}","rows":{"ADMIN":"everything","INVESTOR":"nothing","PORTFOLIO_MANAGER":"everything"}},
"auditLogs":{"fields":{"action":"all","details":"all","entityId":"all","entityType":"all","hash":"all","keyId":"all","place":"all","previousHash":"all","timestamp":"all","userId":"all"},"kept":"never","rows":{"ADMIN":"everything","INVESTOR":"nothing","PORTFOLIO_MANAGER":"nothing"}},
"bankAccounts":{"fields":{"accountNumber":"nobody","accountNumberLastFour":"all","accountType":"all","bankName":"all","isActive":"all","plaidAccessToken":"nobody","plaidAccessTokenLastFour":"all","plaidAccountId":"nobody","plaidAccountIdLastFour":"all","routingNumber":"nobody","routingNumberLastFour":"all","userId":"all"},"kept":"never","rows":{"ADMIN":"everything","INVESTOR":"nothing","PORTFOLIO_MANAGER":[{"userId":"viewer.user"}]}},
"cashFlows":{"fields":{"amount":"all","currency":"all","date":"all","description":"all","investmentId":"all","investorId":"all","moreDue":"all","projectId":"all investments","type":"all"},"kept":"all","rows":{"ADMIN":"everything","INVESTOR":[{"investorId":"viewer.investors"}],"PORTFOLIO_MANAGER":"everything"}},
"commissions":{"fields":{"agreementId":"all","amount":"all","calculatedOn":"all","currency":"all","description":"all","dueDate":"all","feeType":"all","investmentId":"all","paidDate":"all","percentage":"all"},"kept":"all","rows":{"ADMIN":"everything","INVESTOR":"nothing","PORTFOLIO_MANAGER":"everything"}},
"deals":{"fields":{"assignedTo":"all","currency":"all","dealSize":"all","description":"all","dueDate":"all","estimatedClosing":"all","industry":"all","location":"all","minimumInvestment":"all","name":"all","projectId":"all","sourceId":"all","status":"all","targetIRR":"all"},"kept":"all","rows":{"ADMIN":"everything","INVESTOR":"nothing","PORTFOLIO_MANAGER":"everything"}},
"documentSignatures":{"fields":{"digitalSignature":"nobody","documentId":"all","ipAddress":"staff","signedAt":"all","signerId":"all","signerRole":"all","status":"all","subject":"all","userAgent":"staff"},"kept":"all","rows":{"ADMIN":"everything","INVESTOR":[{"signerId":"viewer.user"}],"PORTFOLIO_MANAGER":"everything"}},
"documents":{"fields":{"audience":"all","fileName":"all","fileState":"all","investorId":"all","language":"all","mimeType":"all","name":"all","projectId":"all investments","sha256":"all","shown":"nobody","size":"all","type":"all","uploadedBy":"all","url":"all","version":"all"},"kept":"all","rows":{"ADMIN":"everything","INVESTOR":[{"shown":true},{"investorId":"viewer.investors"}],"PORTFOLIO_MANAGER":"everything"}},
"exchangeRates":{"fields":{"date":"all","fromCurrency":"all","rate":"all","source":"all","toCurrency":"all"},"kept":"all","rows":{"ADMIN":"everything","INVESTOR":"everything","PORTFOLIO_MANAGER":"everything"}},
"holdingValues":{"fields":{"investmentId":"all","investorId":"all","valuationDate":"all","valuationId":"all","value":"all"},"kept":"all","rows":{"ADMIN":"nothing","INVESTOR":[{"investorId":"viewer.investors"}],"PORTFOLIO_MANAGER":"nothing"}},
"investments":{"fields":{"amount":"all","currency":"all","exitedFromStart":"all","exitedOn":"all","investmentDate":"all","investorId":"all","nothingMoreDue":"all","projectCurrency":"investor","projectId":"all","projectName":"investor","redemptionDate":"all","status":"all","value":"investor","valueDate":"investor","valueRatio":"investor"},"kept":"all","rows":{"ADMIN":"everything","INVESTOR":[{"investorId":"viewer.investors"}],"PORTFOLIO_MANAGER":"everything"}},
"investorConnections":{"fields":{"acceptedAt":"all","message":"all","recipientId":"all","requesterId":"all","status":"all"},"kept":"all","rows":{"ADMIN":"everything","INVESTOR":[{"requesterId":"viewer.investors"},{"recipientId":"viewer.investors"}],"PORTFOLIO_MANAGER":"everything"}},
"investorUsers":{"fields":{"investorId":"all","userId":"all"},"kept":"all","rows":{"ADMIN":"everything","INVESTOR":"nothing","PORTFOLIO_MANAGER":"everything"}},
"investors":{"fields":{"address":"all","email":"all","firstName":"all","kycReason":"staff","kycStatus":"all","lastName":"all","nextContactOn":"staff","notes":"staff","phone":"all","referralId":"staff","totalInvested":"all","userId":"staff"},"kept":"all","rows":{"ADMIN":"everything","INVESTOR":[{"id":"viewer.investors"}],"PORTFOLIO_MANAGER":"everything"}},
"notDuplicates":{"fields":{"firstId":"all","secondId":"all"},"kept":"all","rows":{"ADMIN":"everything","INVESTOR":"nothing","PORTFOLIO_MANAGER":"everything"}},
"notifications":{"fields":{"kind":"all","params":"all","readAt":"all","titleKey":"all","url":"all","userId":"all"},"kept":"all","rows":{"ADMIN":[{"userId":"viewer.user"}],"INVESTOR":[{"userId":"viewer.user"}],"PORTFOLIO_MANAGER":[{"userId":"viewer.user"}]}},
"opportunities":{"fields":{"dealId":"all","investorId":"all","message":"all","responded":"all","respondedAt":"all","response":"all","sharedBy":"all","viewed":"all","viewedAt":"all"},"kept":"all","rows":{"ADMIN":"everything","INVESTOR":[{"investorId":"viewer.investors"}],"PORTFOLIO_MANAGER":"everything"}},
"projects":{"fields":{"actualIRR":"all","actualTotalInvested":"staff","currency":"all","description":"all","duration":"all","expectedIRR":"all","isVisibleToInvestors":"all","location":"all","name":"all","notes":"staff","paymentInstallment":"all","raisedAmount":"staff","status":"all","targetAmount":"all","type":"all"},"kept":"all","rows":{"ADMIN":"everything","INVESTOR":[{"isVisibleToInvestors":true}],"PORTFOLIO_MANAGER":"everything"}},
"pushSubscriptions":{"fields":{"auth":"nobody","endpoint":"all","p256dh":"nobody","userId":"all"},"kept":"never","rows":{"ADMIN":[{"userId":"viewer.user"}],"INVESTOR":[{"userId":"viewer.user"}],"PORTFOLIO_MANAGER":[{"userId":"viewer.user"}]}},
"referralAttachments":{"fields":{"description":"all","documentName":"all","documentUrl":"all","fileName":"all","fileState":"all","mimeType":"all","notes":"all","referralId":"all","sha256":"all","size":"all","version":"all"},"kept":"all","rows":{"ADMIN":"everything","INVESTOR":"nothing","PORTFOLIO_MANAGER":"everything"}},
"referralCommissions":{"fields":{"commissionPercentage":"all","frequency":"all","projectId":"all","referralId":"all"},"kept":"all","rows":{"ADMIN":"everything","INVESTOR":"nothing","PORTFOLIO_MANAGER":"everything"}},
"referrals":{"fields":{"activeFrom":"all","earlierPauses":"all","email":"all","fullAddress":"all","inactiveFrom":"all","investorId":"all","isActive":"all","name":"all","notes":"all","phone":"all"},"kept":"all","rows":{"ADMIN":"everything","INVESTOR":"nothing","PORTFOLIO_MANAGER":"everything"}},
"savedViews":{"fields":{"address":"all","list":"all","name":"all","userId":"all"},"kept":"all","rows":{"ADMIN":[{"userId":"viewer.user"}],"INVESTOR":[{"userId":"viewer.user"}],"PORTFOLIO_MANAGER":[{"userId":"viewer.user"}]}},
"tradingAccounts":{"fields":{"accountId":"nobody","accountIdLastFour":"all","accountName":"all","apiKeyEncrypted":"nobody","apiKeyLastFour":"all","isActive":"all","lastSyncAt":"all","platform":"all","userId":"all"},"kept":"never","rows":{"ADMIN":"everything","INVESTOR":"nothing","PORTFOLIO_MANAGER":[{"userId":"viewer.user"}]}},
"userPreferences":{"fields":{"dateFormat":"all","defaultCurrency":"all","density":"all","language":"all","pushKinds":"all","quietFrom":"all","quietUntil":"all","timeZone":"all","userId":"all"},"kept":"all","rows":{"ADMIN":[{"userId":"viewer.user"}],"INVESTOR":[{"userId":"viewer.user"}],"PORTFOLIO_MANAGER":[{"userId":"viewer.user"}]}},
"valuations":{"fields":{"nav":"staff","notes":"staff","projectId":"all","shown":"nobody","valuationDate":"all","valueRatio":"all"},"kept":"all","rows":{"ADMIN":"everything","INVESTOR":[{"shown":true}],"PORTFOLIO_MANAGER":"everything"}}
}');
