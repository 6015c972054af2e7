CREATE SCHEMA "directory";
--> statement-breakpoint
CREATE TABLE "analytics_data" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"n" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"created_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"deleted_in" uuid,
	"type" text NOT NULL,
	"entity_id" uuid,
	"data" jsonb NOT NULL,
	"computed_at" timestamp(3) with time zone NOT NULL,
	"valid_until" timestamp(3) with time zone,
	CONSTRAINT "analytics_data_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "audit_logs" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"n" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"created_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"deleted_in" uuid,
	"user_id" uuid,
	"action" text NOT NULL,
	"entity_type" text NOT NULL,
	"entity_id" uuid,
	"details" jsonb NOT NULL,
	"timestamp" timestamp(3) with time zone NOT NULL,
	"hash" text NOT NULL,
	"previous_hash" text NOT NULL,
	CONSTRAINT "audit_logs_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "bank_accounts" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"n" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"created_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"deleted_in" uuid,
	"user_id" uuid NOT NULL,
	"bank_name" text NOT NULL,
	"account_type" text,
	"account_number" text NOT NULL,
	"routing_number" text,
	"plaid_account_id" text,
	"plaid_access_token" text,
	"is_active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "bank_accounts_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "cash_flows" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"n" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"created_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"deleted_in" uuid,
	"project_id" uuid NOT NULL,
	"investor_id" uuid,
	"amount" numeric(15, 2) NOT NULL,
	"currency" text DEFAULT 'USD' NOT NULL,
	"type" text NOT NULL,
	"description" text,
	"date" date NOT NULL,
	"investor_id_since" bigint,
	CONSTRAINT "cash_flows_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "commissions" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"n" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"created_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"deleted_in" uuid,
	"investment_id" uuid NOT NULL,
	"fee_type" text NOT NULL,
	"amount" numeric(15, 2) NOT NULL,
	"currency" text DEFAULT 'USD' NOT NULL,
	"percentage" numeric(5, 2),
	"calculated_on" date,
	"description" text,
	"due_date" date,
	"paid_date" date,
	CONSTRAINT "commissions_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "deals" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"n" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"created_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"deleted_in" uuid,
	"name" text NOT NULL,
	"description" text,
	"deal_size" numeric(15, 2),
	"minimum_investment" numeric(15, 2),
	"currency" text DEFAULT 'USD' NOT NULL,
	"status" text DEFAULT 'SOURCED' NOT NULL,
	"source_id" uuid,
	"assigned_to" uuid,
	"due_date" date,
	"estimated_closing" date,
	"industry" text,
	"location" text,
	"target_irr" numeric(5, 2),
	"project_id" uuid,
	CONSTRAINT "deals_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "document_signatures" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"n" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"created_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"deleted_in" uuid,
	"document_id" uuid NOT NULL,
	"signer_id" uuid NOT NULL,
	"signer_role" text,
	"status" text DEFAULT 'DRAFT' NOT NULL,
	"signed_at" timestamp(3) with time zone,
	"ip_address" text,
	"user_agent" text,
	"digital_signature" text,
	CONSTRAINT "document_signatures_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "documents" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"n" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"created_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"deleted_in" uuid,
	"name" text NOT NULL,
	"type" text,
	"url" text,
	"project_id" uuid,
	"investor_id" uuid,
	"language" text DEFAULT 'en' NOT NULL,
	"uploaded_by" uuid,
	"shown" boolean DEFAULT false NOT NULL,
	"shown_since" bigint,
	"investor_id_since" bigint,
	CONSTRAINT "documents_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "directory"."epochs" (
	"id" text PRIMARY KEY NOT NULL,
	"bound_to" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "exchange_rates" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"n" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"created_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"deleted_in" uuid,
	"from_currency" text NOT NULL,
	"to_currency" text NOT NULL,
	"rate" numeric(10, 6) NOT NULL,
	"date" date NOT NULL,
	"source" text DEFAULT 'MANUAL' NOT NULL,
	CONSTRAINT "exchange_rates_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "exits" (
	"tenant_id" uuid NOT NULL,
	"audience" text NOT NULL,
	"left_at" bigint NOT NULL,
	"entity" text NOT NULL,
	"id" uuid NOT NULL,
	"entered_at" bigint NOT NULL,
	CONSTRAINT "exits_tenant_id_audience_left_at_entity_id_pk" PRIMARY KEY("tenant_id","audience","left_at","entity","id")
);
--> statement-breakpoint
CREATE TABLE "investments" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"n" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"created_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"deleted_in" uuid,
	"project_id" uuid NOT NULL,
	"investor_id" uuid NOT NULL,
	"amount" numeric(15, 2) NOT NULL,
	"currency" text DEFAULT 'USD' NOT NULL,
	"status" text DEFAULT 'COMMITTED' NOT NULL,
	"investment_date" date NOT NULL,
	"redemption_date" date,
	"project_name" text,
	"value_ratio" numeric(22, 6),
	"investor_id_since" bigint,
	CONSTRAINT "investments_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "investor_connections" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"n" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"created_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"deleted_in" uuid,
	"requester_id" uuid NOT NULL,
	"recipient_id" uuid NOT NULL,
	"status" text DEFAULT 'PENDING' NOT NULL,
	"message" text,
	"accepted_at" timestamp(3) with time zone,
	"requester_id_since" bigint,
	"recipient_id_since" bigint,
	CONSTRAINT "investor_connections_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "investor_users" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"n" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"created_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"deleted_in" uuid,
	"user_id" uuid NOT NULL,
	"investor_id" uuid NOT NULL,
	CONSTRAINT "investor_users_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "investors" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"n" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"created_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"deleted_in" uuid,
	"user_id" uuid,
	"first_name" text NOT NULL,
	"last_name" text,
	"email" text NOT NULL,
	"phone" text,
	"address" text,
	"referral_id" uuid,
	"kyc_status" text DEFAULT 'PENDING' NOT NULL,
	"total_invested" numeric(15, 2) DEFAULT '0.00' NOT NULL,
	CONSTRAINT "investors_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"n" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"created_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"deleted_in" uuid,
	"user_id" uuid NOT NULL,
	"title" text NOT NULL,
	"body" text,
	"url" text,
	"read_at" timestamp(3) with time zone,
	CONSTRAINT "notifications_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "opportunities" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"n" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"created_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"deleted_in" uuid,
	"deal_id" uuid NOT NULL,
	"investor_id" uuid NOT NULL,
	"shared_by" uuid,
	"message" text,
	"viewed" boolean DEFAULT false NOT NULL,
	"viewed_at" timestamp(3) with time zone,
	"responded" boolean DEFAULT false NOT NULL,
	"response" text,
	"responded_at" timestamp(3) with time zone,
	"investor_id_since" bigint,
	CONSTRAINT "opportunities_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "projects" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"n" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"created_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"deleted_in" uuid,
	"name" text NOT NULL,
	"description" text,
	"type" text NOT NULL,
	"status" text DEFAULT 'FUNDED' NOT NULL,
	"is_visible_to_investors" boolean DEFAULT true NOT NULL,
	"location" text,
	"target_amount" numeric(15, 2),
	"raised_amount" numeric(15, 2) DEFAULT '0.00' NOT NULL,
	"actual_total_invested" numeric(15, 2) DEFAULT '0.00' NOT NULL,
	"currency" text DEFAULT 'USD' NOT NULL,
	"expected_irr" numeric(5, 2),
	"actual_irr" numeric(5, 2),
	"duration" numeric(3, 1),
	"payment_installment" text DEFAULT '6_MONTHS' NOT NULL,
	"is_visible_to_investors_since" bigint,
	CONSTRAINT "projects_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "referral_attachments" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"n" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"created_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"deleted_in" uuid,
	"referral_id" uuid NOT NULL,
	"document_name" text NOT NULL,
	"document_url" text NOT NULL,
	"description" text,
	"notes" text,
	CONSTRAINT "referral_attachments_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "referral_commissions" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"n" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"created_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"deleted_in" uuid,
	"referral_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"commission_percentage" numeric(5, 2) NOT NULL,
	"frequency" text NOT NULL,
	CONSTRAINT "referral_commissions_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "referrals" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"n" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"created_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"deleted_in" uuid,
	"name" text NOT NULL,
	"phone" text,
	"email" text,
	"full_address" text,
	"notes" text,
	"investor_id" uuid,
	"is_active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "referrals_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "scopes" (
	"tenant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"began" bigint NOT NULL,
	CONSTRAINT "scopes_tenant_id_user_id_pk" PRIMARY KEY("tenant_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "directory"."sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"sid" text NOT NULL,
	"user_id" uuid NOT NULL,
	"sess" jsonb NOT NULL,
	"expire" timestamp(3) with time zone NOT NULL,
	"last_used" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tenant_numbers" (
	"tenant_id" uuid PRIMARY KEY NOT NULL,
	"n" bigint NOT NULL,
	"audit_hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "directory"."tenants" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "tenants_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "trading_accounts" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"n" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"created_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"deleted_in" uuid,
	"user_id" uuid NOT NULL,
	"platform" text NOT NULL,
	"account_id" text NOT NULL,
	"account_name" text,
	"is_active" boolean DEFAULT true NOT NULL,
	"api_key_encrypted" text,
	"last_sync_at" timestamp(3) with time zone,
	CONSTRAINT "trading_accounts_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "directory"."user_invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"email" text NOT NULL,
	"role" text DEFAULT 'INVESTOR' NOT NULL,
	"invited_by" uuid,
	"status" text DEFAULT 'PENDING' NOT NULL,
	"token" text NOT NULL,
	"message" text,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"accepted_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "user_preferences" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"n" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"created_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"deleted_in" uuid,
	"user_id" uuid NOT NULL,
	"default_currency" text DEFAULT 'USD' NOT NULL,
	"date_format" text DEFAULT 'MM/DD/YYYY' NOT NULL,
	"time_zone" text DEFAULT 'UTC' NOT NULL,
	"language" text DEFAULT 'en' NOT NULL,
	CONSTRAINT "user_preferences_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "directory"."users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"email" text NOT NULL,
	"first_name" text,
	"last_name" text,
	"profile_image_url" text,
	"role" text DEFAULT 'INVESTOR' NOT NULL,
	"preferred_language" text DEFAULT 'en' NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"last_login" timestamp(3) with time zone,
	"invited_by" uuid,
	"password_hash" text
);
--> statement-breakpoint
CREATE TABLE "valuations" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"n" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"created_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"deleted_in" uuid,
	"project_id" uuid NOT NULL,
	"nav" numeric(15, 2) NOT NULL,
	"valuation_date" date NOT NULL,
	"notes" text,
	"shown" boolean DEFAULT false NOT NULL,
	"shown_since" bigint,
	CONSTRAINT "valuations_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "verdicts" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"hash" text NOT NULL,
	"result" jsonb NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "verdicts_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE INDEX "analytics_data_n" ON "analytics_data" USING btree ("tenant_id","n");--> statement-breakpoint
CREATE INDEX "audit_logs_n" ON "audit_logs" USING btree ("tenant_id","n");--> statement-breakpoint
CREATE INDEX "bank_accounts_n" ON "bank_accounts" USING btree ("tenant_id","n");--> statement-breakpoint
CREATE INDEX "cash_flows_n" ON "cash_flows" USING btree ("tenant_id","n");--> statement-breakpoint
CREATE INDEX "cash_flows_project_id" ON "cash_flows" USING btree ("tenant_id","project_id");--> statement-breakpoint
CREATE INDEX "cash_flows_investor_id" ON "cash_flows" USING btree ("tenant_id","investor_id");--> statement-breakpoint
CREATE INDEX "cash_flows_investor_id_n" ON "cash_flows" USING btree ("tenant_id","investor_id","n");--> statement-breakpoint
CREATE INDEX "commissions_n" ON "commissions" USING btree ("tenant_id","n");--> statement-breakpoint
CREATE INDEX "commissions_investment_id" ON "commissions" USING btree ("tenant_id","investment_id");--> statement-breakpoint
CREATE INDEX "deals_n" ON "deals" USING btree ("tenant_id","n");--> statement-breakpoint
CREATE INDEX "deals_source_id" ON "deals" USING btree ("tenant_id","source_id");--> statement-breakpoint
CREATE INDEX "deals_project_id" ON "deals" USING btree ("tenant_id","project_id");--> statement-breakpoint
CREATE INDEX "document_signatures_n" ON "document_signatures" USING btree ("tenant_id","n");--> statement-breakpoint
CREATE INDEX "document_signatures_document_id" ON "document_signatures" USING btree ("tenant_id","document_id");--> statement-breakpoint
CREATE INDEX "documents_n" ON "documents" USING btree ("tenant_id","n");--> statement-breakpoint
CREATE INDEX "documents_project_id" ON "documents" USING btree ("tenant_id","project_id");--> statement-breakpoint
CREATE INDEX "documents_investor_id" ON "documents" USING btree ("tenant_id","investor_id");--> statement-breakpoint
CREATE INDEX "documents_shown_n" ON "documents" USING btree ("tenant_id","shown","n");--> statement-breakpoint
CREATE INDEX "documents_investor_id_n" ON "documents" USING btree ("tenant_id","investor_id","n");--> statement-breakpoint
CREATE INDEX "exchange_rates_n" ON "exchange_rates" USING btree ("tenant_id","n");--> statement-breakpoint
CREATE INDEX "investments_n" ON "investments" USING btree ("tenant_id","n");--> statement-breakpoint
CREATE INDEX "investments_project_id" ON "investments" USING btree ("tenant_id","project_id");--> statement-breakpoint
CREATE INDEX "investments_investor_id" ON "investments" USING btree ("tenant_id","investor_id");--> statement-breakpoint
CREATE INDEX "investments_investor_id_n" ON "investments" USING btree ("tenant_id","investor_id","n");--> statement-breakpoint
CREATE INDEX "investor_connections_n" ON "investor_connections" USING btree ("tenant_id","n");--> statement-breakpoint
CREATE INDEX "investor_connections_requester_id" ON "investor_connections" USING btree ("tenant_id","requester_id");--> statement-breakpoint
CREATE INDEX "investor_connections_recipient_id" ON "investor_connections" USING btree ("tenant_id","recipient_id");--> statement-breakpoint
CREATE INDEX "investor_connections_requester_id_n" ON "investor_connections" USING btree ("tenant_id","requester_id","n");--> statement-breakpoint
CREATE INDEX "investor_connections_recipient_id_n" ON "investor_connections" USING btree ("tenant_id","recipient_id","n");--> statement-breakpoint
CREATE INDEX "investor_users_n" ON "investor_users" USING btree ("tenant_id","n");--> statement-breakpoint
CREATE INDEX "investor_users_investor_id" ON "investor_users" USING btree ("tenant_id","investor_id");--> statement-breakpoint
CREATE UNIQUE INDEX "investor_users_user_id_investor_id_unique" ON "investor_users" USING btree ("tenant_id","user_id","investor_id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "investors_n" ON "investors" USING btree ("tenant_id","n");--> statement-breakpoint
CREATE INDEX "investors_referral_id" ON "investors" USING btree ("tenant_id","referral_id");--> statement-breakpoint
CREATE INDEX "notifications_n" ON "notifications" USING btree ("tenant_id","n");--> statement-breakpoint
CREATE INDEX "opportunities_n" ON "opportunities" USING btree ("tenant_id","n");--> statement-breakpoint
CREATE INDEX "opportunities_deal_id" ON "opportunities" USING btree ("tenant_id","deal_id");--> statement-breakpoint
CREATE INDEX "opportunities_investor_id" ON "opportunities" USING btree ("tenant_id","investor_id");--> statement-breakpoint
CREATE INDEX "opportunities_investor_id_n" ON "opportunities" USING btree ("tenant_id","investor_id","n");--> statement-breakpoint
CREATE INDEX "projects_n" ON "projects" USING btree ("tenant_id","n");--> statement-breakpoint
CREATE INDEX "projects_is_visible_to_investors_n" ON "projects" USING btree ("tenant_id","is_visible_to_investors","n");--> statement-breakpoint
CREATE INDEX "referral_attachments_n" ON "referral_attachments" USING btree ("tenant_id","n");--> statement-breakpoint
CREATE INDEX "referral_attachments_referral_id" ON "referral_attachments" USING btree ("tenant_id","referral_id");--> statement-breakpoint
CREATE INDEX "referral_commissions_n" ON "referral_commissions" USING btree ("tenant_id","n");--> statement-breakpoint
CREATE INDEX "referral_commissions_referral_id" ON "referral_commissions" USING btree ("tenant_id","referral_id");--> statement-breakpoint
CREATE INDEX "referral_commissions_project_id" ON "referral_commissions" USING btree ("tenant_id","project_id");--> statement-breakpoint
CREATE INDEX "referrals_n" ON "referrals" USING btree ("tenant_id","n");--> statement-breakpoint
CREATE INDEX "referrals_investor_id" ON "referrals" USING btree ("tenant_id","investor_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_sid_unique" ON "directory"."sessions" USING btree ("sid");--> statement-breakpoint
CREATE INDEX "trading_accounts_n" ON "trading_accounts" USING btree ("tenant_id","n");--> statement-breakpoint
CREATE UNIQUE INDEX "user_invitations_token_unique" ON "directory"."user_invitations" USING btree ("token");--> statement-breakpoint
CREATE INDEX "user_preferences_n" ON "user_preferences" USING btree ("tenant_id","n");--> statement-breakpoint
CREATE UNIQUE INDEX "user_preferences_user_id_unique" ON "user_preferences" USING btree ("tenant_id","user_id") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_unique" ON "directory"."users" USING btree ("email");--> statement-breakpoint
CREATE INDEX "valuations_n" ON "valuations" USING btree ("tenant_id","n");--> statement-breakpoint
CREATE INDEX "valuations_project_id" ON "valuations" USING btree ("tenant_id","project_id");--> statement-breakpoint
CREATE INDEX "valuations_shown_n" ON "valuations" USING btree ("tenant_id","shown","n");