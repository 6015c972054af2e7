CREATE TABLE "audit_events" (
	"tenant_id" uuid NOT NULL,
	"place" integer NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid,
	"action" text NOT NULL,
	"entity_type" text NOT NULL,
	"entity_id" uuid,
	"details" jsonb NOT NULL,
	"timestamp" timestamp(3) with time zone NOT NULL,
	"key_id" text NOT NULL,
	"hash" text NOT NULL,
	"previous_hash" text NOT NULL,
	CONSTRAINT "audit_events_tenant_id_place_pk" PRIMARY KEY("tenant_id","place")
);
--> statement-breakpoint
CREATE TABLE "event_ends" (
	"tenant_id" uuid PRIMARY KEY NOT NULL,
	"place" integer NOT NULL,
	"hash" text NOT NULL,
	"seal" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "tenant_numbers" ADD COLUMN "audit_place" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "tenant_numbers" ADD COLUMN "audit_seal" text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "audit_logs" ADD COLUMN "place" integer;
--> statement-breakpoint
ALTER TABLE "audit_logs" ADD COLUMN "key_id" text;
--> statement-breakpoint
CREATE INDEX "audit_events_timestamp" ON "audit_events" USING btree ("tenant_id","timestamp");
--> statement-breakpoint
CREATE INDEX "audit_events_entity_id" ON "audit_events" USING btree ("tenant_id","entity_id");
--> statement-breakpoint
CREATE INDEX "audit_logs_previous" ON "audit_logs" ("tenant_id","previous_hash");
--> statement-breakpoint
-- Entries from before there were keys get their places, in the order in which each names the one before.
do $$
declare
  tenant uuid;
begin
  for tenant in select id from directory.tenants loop
    perform set_config('app.tenant_id', tenant::text, true);
    with recursive chain (id, hash, place) as (
      select id, hash, 1 from audit_logs where tenant_id = tenant and previous_hash = repeat('0', 64)
      union all
      select a.id, a.hash, c.place + 1 from chain c join audit_logs a on a.tenant_id = tenant and a.previous_hash = c.hash)
    update audit_logs a set place = c.place from chain c where a.tenant_id = tenant and a.id = c.id;
    update tenant_numbers set audit_place = (select coalesce(max(place), 0) from audit_logs where tenant_id = tenant)
    where tenant_id = tenant;
  end loop;
end $$;
--> statement-breakpoint
DROP INDEX "audit_logs_previous";
--> statement-breakpoint
CREATE INDEX "audit_logs_place" ON "audit_logs" USING btree ("tenant_id","place");
--> statement-breakpoint
CREATE INDEX "audit_logs_timestamp" ON "audit_logs" USING btree ("tenant_id","timestamp");
--> statement-breakpoint
revoke all on audit_logs from holdfast_app;
--> statement-breakpoint
revoke all on exits from holdfast_app;
--> statement-breakpoint
revoke all on verdicts from holdfast_app;
--> statement-breakpoint
revoke all on directory.tenants from holdfast_directory;
--> statement-breakpoint
revoke all on directory.users from holdfast_directory;
--> statement-breakpoint
revoke all on epochs from holdfast_app;
--> statement-breakpoint
revoke all on marks from holdfast_app;
--> statement-breakpoint
alter table audit_events enable row level security;
--> statement-breakpoint
alter table audit_events force row level security;
--> statement-breakpoint
create policy of_tenant on audit_events using (tenant_id = current_setting('app.tenant_id')::uuid) with check (tenant_id = current_setting('app.tenant_id')::uuid);
--> statement-breakpoint
grant select, insert on audit_events to holdfast_app;
--> statement-breakpoint
grant select, insert on audit_events to holdfast_upkeep;
--> statement-breakpoint
grant select on epochs to holdfast_app;
--> statement-breakpoint
grant select, insert, update on epochs to holdfast_upkeep;
--> statement-breakpoint
alter table event_ends enable row level security;
--> statement-breakpoint
alter table event_ends force row level security;
--> statement-breakpoint
create policy of_tenant on event_ends using (tenant_id = current_setting('app.tenant_id')::uuid) with check (tenant_id = current_setting('app.tenant_id')::uuid);
--> statement-breakpoint
grant select, insert, update on event_ends to holdfast_app;
--> statement-breakpoint
grant select, insert, update on event_ends to holdfast_upkeep;
--> statement-breakpoint
grant select, insert on exits to holdfast_app;
--> statement-breakpoint
grant select, insert on exits to holdfast_upkeep;
--> statement-breakpoint
grant select, insert, update on jobs to holdfast_upkeep;
--> statement-breakpoint
grant select, insert on marks to holdfast_app;
--> statement-breakpoint
grant select, insert on marks to holdfast_upkeep;
--> statement-breakpoint
grant select, insert, update on scopes to holdfast_upkeep;
--> statement-breakpoint
grant select, insert, update on tenant_numbers to holdfast_upkeep;
--> statement-breakpoint
grant select, insert on verdicts to holdfast_app;
--> statement-breakpoint
grant select, insert, delete on verdicts to holdfast_upkeep;
--> statement-breakpoint
grant update (result) on verdicts to holdfast_upkeep;
--> statement-breakpoint
grant select, insert, update on projects to holdfast_upkeep;
--> statement-breakpoint
grant select, insert, update on investors to holdfast_upkeep;
--> statement-breakpoint
grant select, insert, update on investments to holdfast_upkeep;
--> statement-breakpoint
grant select, insert, update on documents to holdfast_upkeep;
--> statement-breakpoint
grant select, insert, update on referrals to holdfast_upkeep;
--> statement-breakpoint
grant select, insert, update on referral_commissions to holdfast_upkeep;
--> statement-breakpoint
grant select, insert, update on referral_attachments to holdfast_upkeep;
--> statement-breakpoint
grant select, insert, update on cash_flows to holdfast_upkeep;
--> statement-breakpoint
grant select, insert, update on valuations to holdfast_upkeep;
--> statement-breakpoint
grant select, insert, update on commissions to holdfast_upkeep;
--> statement-breakpoint
grant select, insert, update on deals to holdfast_upkeep;
--> statement-breakpoint
grant select, insert, update on opportunities to holdfast_upkeep;
--> statement-breakpoint
grant select, insert, update on investor_connections to holdfast_upkeep;
--> statement-breakpoint
grant select, insert, update on investor_users to holdfast_upkeep;
--> statement-breakpoint
grant select, insert, update on document_signatures to holdfast_upkeep;
--> statement-breakpoint
grant select, insert, update on exchange_rates to holdfast_upkeep;
--> statement-breakpoint
grant select, insert, update on user_preferences to holdfast_upkeep;
--> statement-breakpoint
grant select, insert, update on notifications to holdfast_upkeep;
--> statement-breakpoint
grant select, insert, update on activities to holdfast_upkeep;
--> statement-breakpoint
grant select, insert on audit_logs to holdfast_app;
--> statement-breakpoint
grant select, insert on audit_logs to holdfast_upkeep;
--> statement-breakpoint
grant update (details) on audit_logs to holdfast_upkeep;
--> statement-breakpoint
grant select, insert, update on analytics_data to holdfast_upkeep;
--> statement-breakpoint
grant select, insert, update on trading_accounts to holdfast_upkeep;
--> statement-breakpoint
grant select, insert, update on bank_accounts to holdfast_upkeep;
--> statement-breakpoint
grant select, insert, update on push_subscriptions to holdfast_upkeep;
--> statement-breakpoint
grant select on readable_names to holdfast_upkeep;
--> statement-breakpoint
grant select, insert, update on directory.tenants to holdfast_directory;
--> statement-breakpoint
grant select, insert, update on directory.users to holdfast_directory;
--> statement-breakpoint
insert into readable_names (ordinal, begins, narrows, names) values (11, '{}', '{}', '{
"activities":{"fields":{"action":"all","at":"all","entityId":"all","entityType":"all","investorId":"nobody","shown":"nobody","title":"all","userId":"staff"},"kept":"recent {\"by\":\"at\",\"days\":90}","rows":{"ADMIN":"everything","INVESTOR":[{"shown":true},{"investorId":"viewer.investors"}],"PORTFOLIO_MANAGER":"everything"}},
"analyticsData":{"fields":{"computedAt":"all","data":"all","entityId":"all","type":"all","validUntil":"all"},"kept":"recent {\"by\":\"computedAt\",\"months\":14}","rows":{"ADMIN":"everything","INVESTOR":"nothing","PORTFOLIO_MANAGER":"everything"}},
"auditLogs":{"fields":{"action":"all","details":"all","entityId":"all","entityType":"all","hash":"all","keyId":"all","place":"all","previousHash":"all","timestamp":"all","userId":"all"},"kept":"never","rows":{"ADMIN":"everything","INVESTOR":"nothing","PORTFOLIO_MANAGER":"nothing"}},
"bankAccounts":{"fields":{"accountNumber":"nobody","accountNumberLastFour":"all","accountType":"all","bankName":"all","isActive":"all","plaidAccessToken":"nobody","plaidAccessTokenLastFour":"all","plaidAccountId":"nobody","plaidAccountIdLastFour":"all","routingNumber":"nobody","routingNumberLastFour":"all","userId":"all"},"kept":"never","rows":{"ADMIN":"everything","INVESTOR":"nothing","PORTFOLIO_MANAGER":[{"userId":"viewer.user"}]}},
"cashFlows":{"fields":{"amount":"all","currency":"all","date":"all","description":"all","investorId":"all","projectId":"all investments","type":"all"},"kept":"all","rows":{"ADMIN":"everything","INVESTOR":[{"investorId":"viewer.investors"}],"PORTFOLIO_MANAGER":"everything"}},
"commissions":{"fields":{"agreementId":"all","amount":"all","calculatedOn":"all","currency":"all","description":"all","dueDate":"all","feeType":"all","investmentId":"all","paidDate":"all","percentage":"all"},"kept":"all","rows":{"ADMIN":"everything","INVESTOR":"nothing","PORTFOLIO_MANAGER":"everything"}},
"deals":{"fields":{"assignedTo":"all","currency":"all","dealSize":"all","description":"all","dueDate":"all","estimatedClosing":"all","industry":"all","location":"all","minimumInvestment":"all","name":"all","projectId":"all","sourceId":"all","status":"all","targetIRR":"all"},"kept":"all","rows":{"ADMIN":"everything","INVESTOR":"nothing","PORTFOLIO_MANAGER":"everything"}},
"documentSignatures":{"fields":{"digitalSignature":"nobody","documentId":"all","ipAddress":"staff","signedAt":"all","signerId":"all","signerRole":"all","status":"all","userAgent":"staff"},"kept":"all","rows":{"ADMIN":"everything","INVESTOR":[{"signerId":"viewer.user"}],"PORTFOLIO_MANAGER":"everything"}},
"documents":{"fields":{"audience":"all","investorId":"all","language":"all","name":"all","projectId":"all investments","shown":"nobody","type":"all","uploadedBy":"all","url":"all"},"kept":"all","rows":{"ADMIN":"everything","INVESTOR":[{"shown":true},{"investorId":"viewer.investors"}],"PORTFOLIO_MANAGER":"everything"}},
"exchangeRates":{"fields":{"date":"all","fromCurrency":"all","rate":"all","source":"all","toCurrency":"all"},"kept":"all","rows":{"ADMIN":"everything","INVESTOR":"everything","PORTFOLIO_MANAGER":"everything"}},
"investments":{"fields":{"amount":"all","currency":"all","exitedOn":"all","investmentDate":"all","investorId":"all","projectId":"all","projectName":"investor","redemptionDate":"all","status":"all","valueRatio":"investor"},"kept":"all","rows":{"ADMIN":"everything","INVESTOR":[{"investorId":"viewer.investors"}],"PORTFOLIO_MANAGER":"everything"}},
"investorConnections":{"fields":{"acceptedAt":"all","message":"all","recipientId":"all","requesterId":"all","status":"all"},"kept":"all","rows":{"ADMIN":"everything","INVESTOR":[{"requesterId":"viewer.investors"},{"recipientId":"viewer.investors"}],"PORTFOLIO_MANAGER":"everything"}},
"investorUsers":{"fields":{"investorId":"all","userId":"all"},"kept":"all","rows":{"ADMIN":"everything","INVESTOR":"nothing","PORTFOLIO_MANAGER":"everything"}},
"investors":{"fields":{"address":"all","email":"all","firstName":"all","kycStatus":"all","lastName":"all","notes":"staff","phone":"all","referralId":"staff","totalInvested":"all","userId":"staff"},"kept":"all","rows":{"ADMIN":"everything","INVESTOR":[{"id":"viewer.investors"}],"PORTFOLIO_MANAGER":"everything"}},
"notifications":{"fields":{"kind":"all","params":"all","readAt":"all","titleKey":"all","url":"all","userId":"all"},"kept":"all","rows":{"ADMIN":[{"userId":"viewer.user"}],"INVESTOR":[{"userId":"viewer.user"}],"PORTFOLIO_MANAGER":[{"userId":"viewer.user"}]}},
"opportunities":{"fields":{"dealId":"all","investorId":"all","message":"all","responded":"all","respondedAt":"all","response":"all","sharedBy":"all","viewed":"all","viewedAt":"all"},"kept":"all","rows":{"ADMIN":"everything","INVESTOR":[{"investorId":"viewer.investors"}],"PORTFOLIO_MANAGER":"everything"}},
"projects":{"fields":{"actualIRR":"all","actualTotalInvested":"staff","currency":"all","description":"all","duration":"all","expectedIRR":"all","isVisibleToInvestors":"all","location":"all","name":"all","paymentInstallment":"all","raisedAmount":"staff","status":"all","targetAmount":"all","type":"all"},"kept":"all","rows":{"ADMIN":"everything","INVESTOR":[{"isVisibleToInvestors":true}],"PORTFOLIO_MANAGER":"everything"}},
"pushSubscriptions":{"fields":{"auth":"nobody","endpoint":"all","p256dh":"nobody","userId":"all"},"kept":"never","rows":{"ADMIN":[{"userId":"viewer.user"}],"INVESTOR":[{"userId":"viewer.user"}],"PORTFOLIO_MANAGER":[{"userId":"viewer.user"}]}},
"referralAttachments":{"fields":{"description":"all","documentName":"all","documentUrl":"all","notes":"all","referralId":"all"},"kept":"all","rows":{"ADMIN":"everything","INVESTOR":"nothing","PORTFOLIO_MANAGER":"everything"}},
"referralCommissions":{"fields":{"commissionPercentage":"all","frequency":"all","projectId":"all","referralId":"all"},"kept":"all","rows":{"ADMIN":"everything","INVESTOR":"nothing","PORTFOLIO_MANAGER":"everything"}},
"referrals":{"fields":{"activeFrom":"all","email":"all","fullAddress":"all","inactiveFrom":"all","investorId":"all","isActive":"all","name":"all","notes":"all","phone":"all"},"kept":"all","rows":{"ADMIN":"everything","INVESTOR":"nothing","PORTFOLIO_MANAGER":"everything"}},
"tradingAccounts":{"fields":{"accountId":"nobody","accountIdLastFour":"all","accountName":"all","apiKeyEncrypted":"nobody","apiKeyLastFour":"all","isActive":"all","lastSyncAt":"all","platform":"all","userId":"all"},"kept":"never","rows":{"ADMIN":"everything","INVESTOR":"nothing","PORTFOLIO_MANAGER":[{"userId":"viewer.user"}]}},
"userPreferences":{"fields":{"dateFormat":"all","defaultCurrency":"all","language":"all","timeZone":"all","userId":"all"},"kept":"all","rows":{"ADMIN":[{"userId":"viewer.user"}],"INVESTOR":[{"userId":"viewer.user"}],"PORTFOLIO_MANAGER":[{"userId":"viewer.user"}]}},
"valuations":{"fields":{"nav":"staff","notes":"staff","projectId":"all","shown":"nobody","valuationDate":"all","valueRatio":"all"},"kept":"all","rows":{"ADMIN":"everything","INVESTOR":[{"shown":true}],"PORTFOLIO_MANAGER":"everything"}}
}');
