ALTER TABLE "directory"."tenants" ADD COLUMN "allowed_domains" text;
--> statement-breakpoint
ALTER TABLE "directory"."tenants" ADD COLUMN "lease_days" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "directory"."tenants" ADD COLUMN "requires_second_factor" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "directory"."tenants" ADD COLUMN "oidc_issuer" text;
--> statement-breakpoint
ALTER TABLE "directory"."tenants" ADD COLUMN "oidc_client_id" text;
--> statement-breakpoint
ALTER TABLE "directory"."tenants" ADD COLUMN "oidc_client_secret_encrypted" text;
