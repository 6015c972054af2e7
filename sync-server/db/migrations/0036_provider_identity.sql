ALTER TABLE "directory"."users" ADD COLUMN "provider_hash" text;
