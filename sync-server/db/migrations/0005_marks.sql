CREATE TABLE "epochs" (
	"tenant_id" uuid NOT NULL,
	"ordinal" integer NOT NULL,
	"id" text NOT NULL,
	"began" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"recovers_until" timestamp(3) with time zone,
	CONSTRAINT "epochs_tenant_id_ordinal_pk" PRIMARY KEY("tenant_id","ordinal")
);
--> statement-breakpoint
CREATE TABLE "directory"."home" (
	"place" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "marks" (
	"tenant_id" uuid NOT NULL,
	"n" bigint NOT NULL,
	"mark" text NOT NULL,
	CONSTRAINT "marks_tenant_id_n_pk" PRIMARY KEY("tenant_id","n")
);
--> statement-breakpoint
ALTER TABLE "scopes" ADD COLUMN "told" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "tenant_numbers" ADD COLUMN "mark" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "activities_deleted_in" ON "activities" USING btree ("tenant_id","deleted_in") WHERE deleted_in is not null;--> statement-breakpoint
CREATE INDEX "analytics_data_deleted_in" ON "analytics_data" USING btree ("tenant_id","deleted_in") WHERE deleted_in is not null;--> statement-breakpoint
CREATE INDEX "audit_logs_deleted_in" ON "audit_logs" USING btree ("tenant_id","deleted_in") WHERE deleted_in is not null;--> statement-breakpoint
CREATE INDEX "audit_logs_entity_id" ON "audit_logs" USING btree ("tenant_id","entity_id");--> statement-breakpoint
CREATE INDEX "bank_accounts_deleted_in" ON "bank_accounts" USING btree ("tenant_id","deleted_in") WHERE deleted_in is not null;--> statement-breakpoint
CREATE INDEX "cash_flows_deleted_in" ON "cash_flows" USING btree ("tenant_id","deleted_in") WHERE deleted_in is not null;--> statement-breakpoint
CREATE INDEX "commissions_deleted_in" ON "commissions" USING btree ("tenant_id","deleted_in") WHERE deleted_in is not null;--> statement-breakpoint
CREATE INDEX "deals_deleted_in" ON "deals" USING btree ("tenant_id","deleted_in") WHERE deleted_in is not null;--> statement-breakpoint
CREATE INDEX "document_signatures_deleted_in" ON "document_signatures" USING btree ("tenant_id","deleted_in") WHERE deleted_in is not null;--> statement-breakpoint
CREATE INDEX "documents_deleted_in" ON "documents" USING btree ("tenant_id","deleted_in") WHERE deleted_in is not null;--> statement-breakpoint
CREATE INDEX "exchange_rates_deleted_in" ON "exchange_rates" USING btree ("tenant_id","deleted_in") WHERE deleted_in is not null;--> statement-breakpoint
CREATE INDEX "investments_deleted_in" ON "investments" USING btree ("tenant_id","deleted_in") WHERE deleted_in is not null;--> statement-breakpoint
CREATE INDEX "investor_connections_deleted_in" ON "investor_connections" USING btree ("tenant_id","deleted_in") WHERE deleted_in is not null;--> statement-breakpoint
CREATE INDEX "investor_users_deleted_in" ON "investor_users" USING btree ("tenant_id","deleted_in") WHERE deleted_in is not null;--> statement-breakpoint
CREATE INDEX "investors_deleted_in" ON "investors" USING btree ("tenant_id","deleted_in") WHERE deleted_in is not null;--> statement-breakpoint
CREATE INDEX "notifications_deleted_in" ON "notifications" USING btree ("tenant_id","deleted_in") WHERE deleted_in is not null;--> statement-breakpoint
CREATE INDEX "opportunities_deleted_in" ON "opportunities" USING btree ("tenant_id","deleted_in") WHERE deleted_in is not null;--> statement-breakpoint
CREATE INDEX "projects_deleted_in" ON "projects" USING btree ("tenant_id","deleted_in") WHERE deleted_in is not null;--> statement-breakpoint
CREATE INDEX "referral_attachments_deleted_in" ON "referral_attachments" USING btree ("tenant_id","deleted_in") WHERE deleted_in is not null;--> statement-breakpoint
CREATE INDEX "referral_commissions_deleted_in" ON "referral_commissions" USING btree ("tenant_id","deleted_in") WHERE deleted_in is not null;--> statement-breakpoint
CREATE INDEX "referrals_deleted_in" ON "referrals" USING btree ("tenant_id","deleted_in") WHERE deleted_in is not null;--> statement-breakpoint
CREATE INDEX "trading_accounts_deleted_in" ON "trading_accounts" USING btree ("tenant_id","deleted_in") WHERE deleted_in is not null;--> statement-breakpoint
CREATE INDEX "user_preferences_deleted_in" ON "user_preferences" USING btree ("tenant_id","deleted_in") WHERE deleted_in is not null;--> statement-breakpoint
CREATE INDEX "valuations_deleted_in" ON "valuations" USING btree ("tenant_id","deleted_in") WHERE deleted_in is not null;