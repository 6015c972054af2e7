ALTER TABLE "directory"."tenants" ADD COLUMN "base_currency" text DEFAULT 'USD' NOT NULL;
